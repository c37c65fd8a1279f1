import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { BundleOffer } from '#contract/api/professionals/code-bundles.ts';
import type { ActionDone, OfferedAction } from '#contract/api/staff/staff-people.ts';
import type { QueueRow } from '#contract/api/staff/staff-queues.ts';
import { ask, openFamily, payPlan, type SignedIn, signedInProfessional } from '../../setup/professional.ts';
import { setFault, settleSales } from '../../setup/sandbox.ts';
import { readyToPay, submitPayment } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { confirmProposal, offerOf, performAction, staffHeaders, viewPerson } from '../../setup/staff.ts';
import { drain } from '../../setup/subscriber.ts';

test('a professional’s unresolved payment is shown as theirs in the queue and on their page', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const { familyId, parents } = await openFamily(site, professional);
  await setFault(site.sandboxUrl, { kind: 'drop-after', times: 1, matching: 'sale' });
  const parentIds = parents.map(({ userId }) => userId);
  expect((await payPlan(site, professional, familyId, { parentIds })).body.outcome).toBe('CONFIRMING');
  const headers = await staffHeaders(site, ['ADMIN']);
  const queue = await site.app.inject({ url: '/api/v2/staff/queues/payments-in-doubt', headers });
  expect(queue.json<{ rows: QueueRow[] }>().rows).toMatchObject([{ userId: professional.userId }]);
  const { timeline } = await viewPerson(site, headers, professional.userId);
  expect(timeline).toContainEqual(expect.objectContaining({ what: 'Payment unknown', tone: 'error' }));
});

/** Buys five codes and has them shown. */
async function buyCodes(site: TestSite, professional: SignedIn) {
  const { body: draft } = await ask<{ bundleId: string; offer: BundleOffer }>(site, professional, '/code-bundles', {
    body: { packageId: 1001, size: 5 },
  });
  const path = `/code-bundles/${draft.bundleId}`;
  const { totalCents } = draft.offer;
  const payment = { amountDisplayed: totalCents, paymentType: 'CREDIT_CARD', nonce: 'fake-valid-visa-nonce' };
  await ask(site, professional, `${path}/payments`, {
    body: { payment },
    headers: { 'idempotency-key': randomUUID() },
  });
  const { body } = await ask<{ codes: string[] }>(site, professional, `${path}/codes`, { method: 'POST' });
  await settleSales(site.sandboxUrl);
  return { code: body.codes[0] ?? '', totalCents };
}

test('staff can refund each order that has money left, however many have followed it', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const purchases = 7;
  for (let count = 0; count < purchases; count += 1) await buyCodes(site, professional);
  const bea = await staffHeaders(site, ['BILLING']);
  const refunds = async () =>
    (await viewPerson(site, bea, professional.userId)).actions.filter(({ action }) => action === 'REFUND');
  expect(await refunds()).toHaveLength(purchases);
  const subject = (await refunds()).at(-1)?.subject;
  const first = { action: 'REFUND', subject, inputs: { amountCents: 100 } } as const;
  expect((await performAction(site, bea, professional.userId, first)).statusCode).toBe(200);
  expect(await site.dependencies.db.selectFrom('refunds').select('orderId').execute()).toEqual([{ orderId: subject }]);
});

test('codes work after a part of their bundle was refunded; once all of it was, staff can withdraw them', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const { code, totalCents } = await buyCodes(site, professional);
  const [bea, ada] = [await staffHeaders(site, ['BILLING']), await staffHeaders(site, ['ADMIN'])];
  const offeredForCode = async () => {
    const call = { method: 'POST', url: '/api/v2/staff/searches', headers: bea, payload: { text: code } } as const;
    const found = await site.app.inject(call);
    return found.json<{ code: { actions: OfferedAction[] } }>().code.actions;
  };
  const refund = async (amountCents: number) => {
    const offer = offerOf(await viewPerson(site, bea, professional.userId), 'REFUND');
    expect(offer?.sentences[1]).toContain('unused codes still work');
    const call = { action: 'REFUND', subject: offer?.subject, inputs: { amountCents } } as const;
    const { state } = (await performAction(site, bea, professional.userId, call)).json<ActionDone>();
    if (state === 'PROPOSED') expect((await confirmProposal(site, ada)).statusCode).toBe(200);
    await drain(site);
  };
  await refund(totalCents - 100);
  expect(await offeredForCode()).toEqual([]);
  await refund(100);
  const [{ subject } = { subject: null }] = await offeredForCode();
  expect((await performAction(site, bea, null, { action: 'WITHDRAW_CODE', subject })).statusCode).toBe(200);
  const paid = await submitPayment(site.app, await readyToPay(site.app), { codes: [code], nonce: null });
  expect(paid.body.outcome).not.toBe('PAID');
});
