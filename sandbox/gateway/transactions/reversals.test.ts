import { afterAll, describe, expect, test } from 'vitest';
import { codesOf, startGateway } from '../gateway-under-test.ts';

const gateway = await startGateway();
afterAll(() => gateway.close());

async function sold(amount = '100.00', submitForSettlement = true, nonce?: string) {
  const { transaction } = await gateway.sdk.transaction.sale({
    amount,
    paymentMethodNonce: nonce ?? (await gateway.cardNonce()),
    orderId: crypto.randomUUID(),
    options: { submitForSettlement },
  });
  return transaction.id;
}

async function settled(amount = '100.00', nonce?: string) {
  const id = await sold(amount, true, nonce);
  await gateway.sdk.testing.settle(id);
  return id;
}

const statusOf = async (id: string) => (await gateway.sdk.transaction.find(id)).status;

describe('a void', () => {
  test('PAY8: cancels an unsettled sale, and the ledger returns the money', async () => {
    const before = await gateway.ledger();
    const id = await sold();
    const { success, transaction } = await gateway.sdk.transaction.void(id);
    expect([success, transaction.status]).toEqual([true, 'voided']);
    const after = await gateway.ledger();
    expect(after.merchantCents).toBe(before.merchantCents);
    expect(after.entries.slice(before.entries.length).map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
      ['sale', 10_000],
      ['void', 10_000],
    ]);
  });

  test('PAY8: of a settled sale, or a second one, is refused with 91504 and leaves the ledger as it was', async () => {
    const paid = await settled();
    const voided = await sold();
    await gateway.sdk.transaction.void(voided);
    const before = await gateway.ledger();
    expect(codesOf(await gateway.sdk.transaction.void(paid))).toEqual(['91504']);
    expect(codesOf(await gateway.sdk.transaction.void(voided))).toEqual(['91504']);
    expect(await gateway.ledger()).toEqual(before);
  });

  test('of a sale that was only authorised moves no money', async () => {
    const before = await gateway.ledger();
    await gateway.sdk.transaction.void(await sold('10.00', false));
    expect(await gateway.ledger()).toEqual(before);
  });
});

describe('a refund', () => {
  test('PAY8: can be partial, until nothing is left', async () => {
    const id = await settled();
    const before = await gateway.ledger();
    const part = await gateway.sdk.transaction.refund(id, '30.00');
    expect(part.transaction).toMatchObject({ type: 'credit', amount: '30.00', refundedTransactionId: id });
    expect(codesOf(await gateway.sdk.transaction.refund(id, '70.01'))).toEqual(['91521']);
    expect((await gateway.sdk.transaction.refund(id)).transaction.amount).toBe('70.00');
    expect(codesOf(await gateway.sdk.transaction.refund(id))).toEqual(['91512']);
    const after = await gateway.ledger();
    expect(after.merchantCents).toBe(before.merchantCents - 10_000);
    expect(after.entries).toHaveLength(before.entries.length + 2);
    expect((await gateway.sdk.transaction.find(id)).refundIds).toHaveLength(2);
  });

  test('PAY8: of a sale that has not settled is refused with 91506, of a refund with 91505', async () => {
    expect(codesOf(await gateway.sdk.transaction.refund(await sold()))).toEqual(['91506']);
    const { transaction } = await gateway.sdk.transaction.refund(await settled());
    expect(codesOf(await gateway.sdk.transaction.refund(transaction.id))).toEqual(['91505']);
  });

  test.each([
    ['2046.00', 'soft_declined', '915201'],
    ['2009.00', 'hard_declined', '915200'],
  ])('PAY8 of %s is %s and moves nothing', async (amount, type, code) => {
    const id = await settled('3500.00');
    const before = await gateway.ledger();
    const answer = await gateway.sdk.transaction.refund(id, amount);
    expect(codesOf(answer)).toEqual([code]);
    expect(answer.transaction).toMatchObject({
      type: 'credit',
      status: 'processor_declined',
      processorResponseCode: amount.slice(0, 4),
      processorResponseType: type,
    });
    expect(await gateway.ledger()).toEqual(before);
    expect((await gateway.sdk.transaction.refund(id, '3000.00')).transaction.processorResponseCode).toBe('1002');
  });

  test('that fails while settling is returned to the merchant and reported', async () => {
    const id = await settled('80.00');
    const before = await gateway.ledger();
    const { transaction } = await gateway.sdk.transaction.refund(id);
    await gateway.sdk.testing.settlementDecline(transaction.id);
    expect(await statusOf(transaction.id)).toBe('settlement_declined');
    expect((await gateway.ledger()).merchantCents).toBe(before.merchantCents);
    const { webhooks } = (await gateway.call('GET', '/control/webhooks')).body;
    expect(webhooks.at(-1)).toMatchObject({ kind: 'refund_failed', about: transaction.id });
  });

  test('of an unknown transaction is not found', async () => {
    await expect(gateway.sdk.transaction.refund('nothere1', '1.00')).rejects.toMatchObject({ type: 'notFoundError' });
    await expect(gateway.sdk.transaction.void('nothere1')).rejects.toMatchObject({ type: 'notFoundError' });
  });
});

describe('settlement', () => {
  test('happens by itself once the delay has passed', async () => {
    const id = await sold();
    expect(await statusOf(id)).toBe('submitted_for_settlement');
    await gateway.advance(31_000);
    expect(await statusOf(id)).toBe('settling');
    expect(codesOf(await gateway.sdk.transaction.void(id))).toEqual(['91504']);
    expect(codesOf(await gateway.sdk.transaction.refund(id))).toEqual(['91574']);
    await gateway.advance(30_000);
    const { status, statusHistory = [], processorSettlementResponseCode } = await gateway.sdk.transaction.find(id);
    expect([status, processorSettlementResponseCode]).toEqual(['settled', '4000']);
    const at = (index: number) => Date.parse(statusHistory[index]?.timestamp ?? '');
    expect(statusHistory.map((event) => event.status)).toEqual([
      'authorized',
      'submitted_for_settlement',
      'settling',
      'settled',
    ]);
    expect([at(2) - at(1), at(3) - at(1)]).toEqual([30_000, 60_000]);
  });

  test('of PayPal starts at once, so that it cannot be voided', async () => {
    const id = await sold('20.00', true, 'fake-paypal-billing-agreement-nonce');
    expect(await statusOf(id)).toBe('settling');
    expect(codesOf(await gateway.sdk.transaction.void(id))).toEqual(['91504']);
    await gateway.advance(60_000);
    expect(await statusOf(id)).toBe('settled');
  });

  test('PAY8: of 4001.00 is declined and the money goes back; of 4002.00 by PayPal it stays pending', async () => {
    const before = await gateway.ledger();
    const declined = await settled('4001.00');
    expect(await gateway.sdk.transaction.find(declined)).toMatchObject({
      status: 'settlement_declined',
      processorSettlementResponseCode: '4001',
    });
    expect((await gateway.ledger()).merchantCents).toBe(before.merchantCents);
    const payPal = 'fake-paypal-billing-agreement-nonce';
    expect(await statusOf(await settled('4002.00', payPal))).toBe('settlement_pending');
    expect(await statusOf(await settled('4003.00', payPal))).toBe('settlement_declined');
    expect(await statusOf(await settled('4002.00'))).toBe('settled');
    expect(await statusOf(await settled('4003.00'))).toBe('settled');
  });

  test.each([
    ['settlementConfirm', 'settlement_confirmed'],
    ['settlementDecline', 'settlement_declined'],
    ['settlementPending', 'settlement_pending'],
  ] as const)('%s ends as %s', async (call, status) => {
    const id = await sold();
    await gateway.sdk.testing[call](id);
    expect(await statusOf(id)).toBe(status);
  });

  test('a confirmed settlement settles; one that is pending waits for a tester', async () => {
    const [confirmed, pending] = [await sold(), await sold()];
    await gateway.sdk.testing.settlementConfirm(confirmed);
    await gateway.sdk.testing.settlementPending(pending);
    await gateway.advance(60_000);
    expect(await statusOf(confirmed)).toBe('settled');
    expect(await statusOf(pending)).toBe('settlement_pending');
    await gateway.sdk.testing.settle(pending);
    expect(await statusOf(pending)).toBe('settled');
  });

  test('can be searched by the states passed through, and when', async () => {
    const id = await settled('31.00');
    const { createdAt } = await gateway.sdk.transaction.find(id);
    const stream = gateway.sdk.transaction.search((by) => {
      by.ids().in([id]);
      by.status().in(['settled', 'settling']);
      by.type().in(['sale']);
      by.settledAt().min(new Date(createdAt));
      by.createdAt().between(new Date(createdAt), new Date(createdAt));
      by.amount().is('31.00');
      by.creditCardExpirationDate().is('12/2035');
    });
    const found: string[] = [];
    for await (const each of stream) found.push(each.id);
    expect(found).toEqual([id]);
  });

  test('an authorised sale can be submitted, for no more than was authorised', async () => {
    const id = await sold('50.00', false);
    expect(codesOf(await gateway.sdk.transaction.submitForSettlement(id, '50.01'))).toEqual(['91522']);
    const before = await gateway.ledger();
    expect((await gateway.sdk.transaction.submitForSettlement(id, '40.00')).transaction).toMatchObject({
      status: 'submitted_for_settlement',
      amount: '40.00',
    });
    expect((await gateway.ledger()).merchantCents - before.merchantCents).toBe(4000);
    expect(codesOf(await gateway.sdk.transaction.submitForSettlement(id))).toEqual(['91507']);
  });
});
