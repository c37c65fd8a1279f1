import { createReadStream, mkdtempSync, type ReadStream, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Dispute } from 'braintree';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keys, startGateway } from '../gateway-under-test.ts';
import { snakeCased } from '../params.ts';

/** The published types have only the status. */
type DisputeSearch = {
  search(
    ask: (by: {
      transactionId(): { is(id: string): void };
      status(): { in(statuses: string[]): void };
      replyByDate(): { max(day: string): void };
    }) => void,
  ): AsyncIterable<Dispute | null>;
};

type Uploaded = Parameters<typeof codesOf>[0] & { documentUpload: { id: string } };
/** Missing in the published types. */
type DocumentUploads = {
  documentUpload: { create: (upload: { kind: string; file: ReadStream }) => Promise<Uploaded> };
};

const days = 24 * 3_600_000;
let gateway: Awaited<ReturnType<typeof startGateway>>;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

/** A sale by the test card that is disputed as soon as it is charged. */
async function disputed(amount = '49.99') {
  const { transaction } = await gateway.sdk.transaction.sale({
    amount,
    orderId: crypto.randomUUID(),
    paymentMethodNonce: await gateway.cardNonce({ number: '4023898493988028' }),
    options: { submitForSettlement: true },
  });
  const [dispute] = transaction.disputes ?? [];
  if (!dispute) throw new Error('The sale has no dispute');
  return { transaction, dispute };
}
const find = async (id: string) => (await gateway.sdk.dispute.find(id)) as unknown as { dispute: Dispute };
const statusOf = async (id: string): Promise<string> => (await find(id)).dispute.status;
const byBank = (id: string, status: string) => gateway.call('POST', `/control/disputes/${id}`, { status });
const codesOf = (answer: { errors: { deepErrors(): { code: string }[] } }) =>
  answer.errors.deepErrors().map(({ code }) => code);

async function reported(transactionId: string): Promise<string[]> {
  const { webhooks } = (await gateway.call('GET', '/control/webhooks')).body;
  return webhooks
    .filter(({ about }: { about: string }) => about === transactionId)
    .map(({ kind }: { kind: string }) => kind);
}

describe('a dispute', () => {
  test('is opened by its test card on a settled sale, with the money taken back', async () => {
    const before = await gateway.ledger();
    const { transaction, dispute } = await disputed('10.40');
    expect(transaction.status).toBe('settled');
    expect((await find(dispute.id)).dispute).toMatchObject({
      id: dispute.id,
      status: 'open',
      kind: 'chargeback',
      reason: 'fraud',
      reasonCode: '1040',
      amountDisputed: '10.40',
      amountWon: '0.00',
      currencyIsoCode: 'USD',
      transaction: { id: transaction.id, amount: '10.40', orderId: transaction.orderId },
      statusHistory: [{ status: 'open' }],
      evidence: [],
    });
    expect((await gateway.ledger()).merchantCents).toBe(before.merchantCents);
    expect(await reported(transaction.id)).toEqual(['dispute_opened']);
  });

  test('can be accepted while it is open, once', async () => {
    const { transaction, dispute } = await disputed();
    expect(await gateway.sdk.dispute.accept(dispute.id)).toMatchObject({ success: true });
    expect(await statusOf(dispute.id)).toBe('accepted');
    expect(codesOf(await gateway.sdk.dispute.accept(dispute.id))).toEqual(['95704']);
    expect(await reported(transaction.id)).toEqual(['dispute_opened', 'dispute_accepted']);
  });

  test.each([
    ['compelling_evidence', 'won', 4999],
    ['losing_evidence', 'lost', 0],
    ['What was bought, and when it was used.', 'disputed', 0],
  ])('with the evidence %j it ends as %s', async (content, status, cents) => {
    const before = await gateway.ledger();
    const { transaction, dispute } = await disputed();
    const { evidence } = (await gateway.sdk.dispute.addTextEvidence(dispute.id, { content })) as unknown as {
      evidence: { id: string; comment: string };
    };
    expect(evidence.comment).toBe(content);
    expect(await gateway.sdk.dispute.finalize(dispute.id)).toMatchObject({ success: true });
    expect(await statusOf(dispute.id)).toBe(status);
    expect((await gateway.ledger()).merchantCents - before.merchantCents).toBe(cents);
    expect(codesOf(await gateway.sdk.dispute.addTextEvidence(dispute.id, { content }))).toEqual(['95701']);
    expect(codesOf(await gateway.sdk.dispute.finalize(dispute.id))).toEqual(['95705']);
    expect(await reported(transaction.id)).toEqual(
      status === 'disputed'
        ? ['dispute_opened', 'dispute_disputed']
        : ['dispute_opened', 'dispute_disputed', `dispute_${status}`],
    );
  });

  test('loses evidence that is taken away before it is sent', async () => {
    const { dispute } = await disputed();
    const added = await gateway.sdk.dispute.addTextEvidence(dispute.id, { content: 'losing_evidence' });
    const { id } = (added as unknown as { evidence: { id: string } }).evidence;
    await gateway.sdk.dispute.removeEvidence(dispute.id, id);
    expect((await find(dispute.id)).dispute.evidence).toEqual([]);
    await expect(gateway.sdk.dispute.removeEvidence(dispute.id, id)).rejects.toMatchObject({ type: 'notFoundError' });
  });

  test('is decided by the bank along every valid transition', async () => {
    const { dispute } = await disputed();
    expect((await byBank(dispute.id, 'under_review')).body).toMatchObject({ status: 'under_review' });
    expect((await byBank(dispute.id, 'accepted')).status).toBe(409);
    expect((await byBank(dispute.id, 'lost')).body).toMatchObject({ status: 'lost' });
    expect((await byBank(dispute.id, 'won')).status).toBe(409);
  });

  test('can be opened by a tester on any settled sale, and on no other', async () => {
    const { transaction } = await gateway.sdk.transaction.sale({
      amount: '5.00',
      paymentMethodNonce: 'fake-paypal-billing-agreement-nonce',
      options: { submitForSettlement: true },
    });
    const open = () =>
      gateway.call('POST', '/control/disputes', { transactionId: transaction.id, reason: 'product_not_received' });
    expect((await open()).status).toBe(409);
    await gateway.sdk.testing.settle(transaction.id);
    expect((await open()).body).toMatchObject({ transactionId: transaction.id, reason: 'product_not_received' });
  });

  test('takes part of the money, or none if it is a retrieval', async () => {
    const { transaction } = await gateway.sdk.transaction.sale({
      amount: '50.00',
      paymentMethodNonce: await gateway.cardNonce(),
      options: { submitForSettlement: true },
    });
    await gateway.sdk.testing.settle(transaction.id);
    const open = async (more: object) =>
      (await gateway.call('POST', '/control/disputes', { transactionId: transaction.id, ...more })).body;
    const before = await gateway.ledger();
    const asked = await open({ kind: 'retrieval' });
    expect((await find(asked.id)).dispute).toMatchObject({ kind: 'retrieval', amountDisputed: '50.00' });
    await byBank(asked.id, 'won');
    expect(await gateway.ledger()).toEqual(before);
    const part = await open({ amountCents: 1500 });
    expect((await find(part.id)).dispute).toMatchObject({ kind: 'chargeback', amountDisputed: '15.00' });
    expect((await gateway.ledger()).merchantCents).toBe(before.merchantCents - 1500);
    expect(await open({ amountCents: 5001 })).toEqual({ code: 'too_large' });
  });

  test('expires when nobody responds in time, and is found by the published search names', async () => {
    const { transaction, dispute } = await disputed('70.30');
    const search = async (status: string) => {
      const found: Dispute[] = [];
      const stream = (gateway.sdk.dispute as unknown as DisputeSearch).search((by) => {
        by.transactionId().is(transaction.id);
        by.status().in([status]);
        by.replyByDate().max(dispute.replyByDate);
      });
      for await (const each of stream) if (each) found.push(each);
      return found.map(({ id }) => id);
    };
    expect(await search('open')).toEqual([dispute.id]);
    await gateway.advance(12 * days);
    expect(await reported(transaction.id)).toEqual(['dispute_opened', 'dispute_expired']);
    expect(await search('expired')).toEqual([dispute.id]);
    expect(await search('open')).toEqual([]);
    await gateway.call('POST', '/control/clock', { offsetMs: 0 });
  });

  test('accepts a previously uploaded PDF or picture as evidence', async () => {
    const { dispute } = await disputed();
    const folder = mkdtempSync(join(tmpdir(), 'evidence-'));
    const upload = async (name: string, text: string, kind = 'evidence_document') => {
      writeFileSync(join(folder, name), text);
      const file = createReadStream(join(folder, name));
      return (gateway.sdk as unknown as DocumentUploads).documentUpload.create({ kind, file });
    };
    const uploaded = await upload('evidence.pdf', '%PDF-1.7');
    expect(uploaded).toMatchObject({
      success: true,
      documentUpload: { kind: 'evidence_document', name: 'evidence.pdf', contentType: 'application/pdf', size: 8 },
    });
    expect(codesOf(await upload('empty.png', ''))).toEqual(['84906']);
    expect(codesOf(await upload('letter.txt', 'hello'))).toEqual(['84903']);
    expect(codesOf(await upload('evidence.pdf', '%PDF-1.7', 'identity_document'))).toEqual(['84901']);
    expect(codesOf(await upload('large.pdf', '%'.repeat(4 * 1024 * 1024 + 1)))).toEqual(['84902']);
    rmSync(folder, { recursive: true });
    const { id } = uploaded.documentUpload;
    await gateway.sdk.dispute.addFileEvidence(dispute.id, { documentId: id });
    expect((await find(dispute.id)).dispute.evidence).toMatchObject([
      { comment: null, url: expect.stringContaining(id) },
    ]);
    await expect(gateway.sdk.dispute.addFileEvidence(dispute.id, { documentId: 'nothing' })).rejects.toMatchObject({
      type: 'notFoundError',
    });
  });

  test('can be searched, as a sale can, by every field that the SDK has', async () => {
    const namesOf = (searched: 'dispute' | 'transaction') => {
      const names: string[] = [];
      const sdk = gateway.sdk[searched] as unknown as { search: (ask: (by: object) => void, done: () => void) => void };
      sdk.search(
        (by) => names.push(...Object.getOwnPropertyNames(Object.getPrototypeOf(by))),
        () => undefined,
      );
      return names.filter((name) => name !== 'constructor');
    };
    const authorization = `Basic ${Buffer.from(`${keys.publicKey}:${keys.privateKey}`).toString('base64')}`;
    for (const [searched, path] of [
      ['dispute', '/disputes/advanced_search'],
      ['transaction', '/transactions/advanced_search_ids'],
    ] as const) {
      const names = namesOf(searched);
      expect(names.length).toBeGreaterThan(15);
      const search = snakeCased(Object.fromEntries(names.map((name) => [name.replace('_', ''), { is: 'x' }])));
      const answer = await fetch(`${gateway.url}/merchants/${keys.merchantId}${path}`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ search }),
      });
      expect([answer.status, (await answer.text()).match(/cannot search by \w+/)?.[0]]).toEqual([200, undefined]);
    }
  });

  test('with an unknown id is not found', async () => {
    await expect(gateway.sdk.dispute.find('nobody')).rejects.toMatchObject({ type: 'notFoundError' });
  });
});
