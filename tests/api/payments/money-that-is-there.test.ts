import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { BundleOffer } from '#contract/api/professionals/code-bundles.ts';
import type { OfferedAction } from '#contract/api/staff/staff-people.ts';
import { hours } from '#server/clock.ts';
import { recordDeclinedSettlement } from '#server/payment-events/record-declined-settlement.ts';
import { requestRefund } from '#server/payments/refund-repository.ts';
import { hashActivationCode } from '#server/pricing/activation-code.ts';
import { billing, callRefund, coParent, lastMail } from '../../setup/account-calls.ts';
import { addPerson } from '../../setup/person.ts';
import { ask, signedInProfessional } from '../../setup/professional.ts';
import { bankSays, declineLatestSettlement, latestSale } from '../../setup/providers/payers-bank.ts';
import { atRestart } from '../../setup/restart-calls.ts';
import { readyToPay } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { performAction, staffHeaders } from '../../setup/staff.ts';
import { drain, moveClockTo, runDue, subscribe, subscriptionOf } from '../../setup/subscriber.ts';
import { priceOf } from '../../setup/upgrade-calls.ts';
import { declineSettlement } from '../../setup/webhooks.ts';

/** Five purchased codes. */
async function boughtBundle(site: TestSite) {
  const professional = await signedInProfessional(site);
  const { body } = await ask<{ bundleId: string; offer: BundleOffer }>(site, professional, '/code-bundles', {
    body: { packageId: 1001, size: 5 },
  });
  const path = `/code-bundles/${body.bundleId}`;
  const payment = {
    amountDisplayed: body.offer.totalCents,
    paymentType: 'CREDIT_CARD',
    nonce: 'fake-valid-visa-nonce',
  };
  await ask(site, professional, `${path}/payments`, {
    body: { payment },
    headers: { 'idempotency-key': randomUUID() },
  });
  const shown = await ask<{ codes: string[] }>(site, professional, `${path}/codes`, { method: 'POST' });
  return { professional, codes: shown.body.codes };
}

const codeRow = ({ dependencies: { db } }: TestSite, code = '') =>
  db
    .selectFrom('activationCodes')
    .select(['amountCents', 'remainingCents', 'revokedAt'])
    .where('codeHash', '=', hashActivationCode(code.replaceAll('-', '')))
    .executeTakeFirstOrThrow();

test('N24: after a refund was withdrawn because its payment never settled, a restarted plan can be refunded', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  await callRefund(site, parent.userId);
  const transactionId = (await latestSale(site, parent.userId)).transactionId ?? '';
  await declineSettlement(site.sandboxUrl, transactionId);
  await recordDeclinedSettlement(site.jobDependencies, { transactionId });
  await drain(site);
  expect((await (await atRestart(site, parent))()).body.outcome).toBe('PAID');
  expect((await billing(site, parent.userId)).refund).toMatchObject({ amount: 14_400 });
  expect((await callRefund(site, parent.userId)).body.amount).toBe(14_400);
  await drain(site);
  expect((await billing(site, parent.userId)).refund).toBeNull();
});

test('N27: a refund promises codes exactly what is put back on them, also where a code paid all but a cent for two and one half was refunded before', async () => {
  const site = await openSite();
  const { db, gateway } = site.jobDependencies;
  const worth = { amountCents: 28_799, remainingCents: 28_799, reusable: false, packageName: null };
  await db.updateTable('activationCodes').set(worth).where('amountCents', '=', 7_200).execute();
  const registration = await readyToPay(site.app);
  const realSale = gateway.sale;
  gateway.sale = async (request) => {
    gateway.sale = realSale;
    await addPerson(db, { email: registration.coParentEmail });
    return realSale(request);
  };
  const parent = await subscribe(site, { registration, payForCoparent: true, codes: ['HALF-OFF0-DEMO'] });
  const remaining = async () =>
    (await db.selectFrom('activationCodes').select('remainingCents').where('amountCents', '=', 28_799).execute())[0]
      ?.remainingCents ?? 0;
  const before = await remaining();
  expect(before).toBeGreaterThan(14_000);
  const promised = (await billing(site, parent.userId)).refund;
  expect(promised).toMatchObject({ amount: 1, codes: 28_799 - before });
  await callRefund(site, parent.userId);
  expect(await remaining()).toBe(28_799);
  await drain(site);
  expect((await lastMail(site, parent))?.text.replaceAll(/\s+/g, ' ')).toContain(
    'Codes paid US$287.99, which is returned to the codes',
  );
});

test('N18: a code reserved while its bundle is withdrawn does not work again when it is released unused', async () => {
  const site = await openSite();
  const { professional, codes } = await boughtBundle(site);
  const parent = await subscribe(site, { codes: [codes[0] ?? ''], packageId: 1002 });
  const used = await subscribe(site, { codes: [codes[1] ?? ''], packageId: 1002, payForCoparent: true });
  const today = await declineLatestSettlement(site, professional);
  moveClockTo(site, today, 7);
  await runDue(site);
  expect(await codeRow(site, codes[0])).toMatchObject({ remainingCents: 0, revokedAt: null });
  expect((await billing(site, parent.userId)).refund).toMatchObject({ codes: 0 });
  await callRefund(site, parent.userId);
  expect(await codeRow(site, codes[0])).toMatchObject({ remainingCents: 14_400, revokedAt: expect.any(Date) });
  // A partial refund does not affect a code in use.
  await coParent(site, used);
  expect((await billing(site, used.userId)).refund).toMatchObject({ codes: 7_200 });
  await callRefund(site, used.userId);
  expect(await codeRow(site, codes[1])).toMatchObject({ remainingCents: 7_200, revokedAt: null });
});

test('N28: when a bundle is charged back in full, staff can withdraw its codes; not while we hold any of its money', async () => {
  const site = await openSite();
  const { professional, codes } = await boughtBundle(site);
  const staff = await staffHeaders(site, ['BILLING']);
  const offered = async () => {
    const call = {
      method: 'POST',
      url: '/api/v2/staff/searches',
      headers: staff,
      payload: { text: codes[0] },
    } as const;
    return (await site.app.inject(call)).json<{ code: { actions: OfferedAction[] } }>().code.actions;
  };
  await bankSays(site, professional.userId, 'open');
  expect(await offered()).toEqual([]);
  await bankSays(site, professional.userId, 'lost');
  const [{ subject } = { subject: null }] = await offered();
  expect((await performAction(site, staff, null, { action: 'WITHDRAW_CODE', subject })).statusCode).toBe(200);
  expect(await codeRow(site, codes[0])).toMatchObject({ revokedAt: expect.any(Date) });
});

test('N21: a partial chargeback leaves the plan, its renewal and what is paid for the other parent; a full one ends the payer’s plan', async () => {
  const site = await openSite();
  const parent = await subscribe(site, { payForCoparent: true });
  const other = await coParent(site, parent);
  const states = async () =>
    (await Promise.all([parent, other].map((held) => subscriptionOf(site, held)))).map(({ state, autoRenew }) => [
      state,
      autoRenew,
    ]);
  await bankSays(site, parent.userId, 'lost', { cents: 2_000 });
  expect(await states()).toEqual([
    ['CURRENT', true],
    ['CURRENT', true],
  ]);
  expect((await lastMail(site, parent))?.text.replaceAll(/\s+/g, ' ')).toMatch(
    /Your bank has returned US\$20\.00 to you.+Your plan continues/,
  );
  const { db } = site.dependencies;
  const credited = db.selectFrom('documents').select('amountCents').where('kind', '=', 'CREDIT_NOTE');
  expect(await credited.execute()).toEqual([{ amountCents: 2_000 }]);
  await bankSays(site, parent.userId, 'lost', { cents: 12_400, id: 'dispute-2' });
  expect(await states()).toEqual([
    ['LAPSED', false],
    ['CURRENT', false],
  ]);
});

/** Somebody who paid 288.00 for two, the other parent, who has joined, and the price of a larger plan for them. */
async function paidForTwo() {
  const site = await openSite();
  const parent = await subscribe(site, { payForCoparent: true });
  const other = await coParent(site, parent);
  const upgradeTotal = async () => (await priceOf(site, other, { packageId: 1002 })).body.totals.total;
  const supportPays = async (amountCents: number) => {
    const { id: orderId, transactionId } = await latestSale(site, parent.userId);
    const refund = { orderId, userId: parent.userId, transactionId: transactionId ?? '', amountCents } as const;
    await site.dependencies.db
      .transaction()
      .execute((trx) => requestRefund(trx, { ...refund, reason: 'BY_SUPPORT', at: site.clock.now() }));
  };
  return { site, parent, other, upgradeTotal, supportPays };
}

test('R1: whoever paid for two is refunded what the bank has left of their own part, once, and the other’s part stays theirs', async () => {
  const { site, parent, upgradeTotal } = await paidForTwo();
  const before = await upgradeTotal();
  await bankSays(site, parent.userId, 'lost', { cents: 10_000 });
  expect((await billing(site, parent.userId)).refund).toMatchObject({ amount: 4_400, kept: 14_400 });
  expect((await callRefund(site, parent.userId)).body.amount).toBe(4_400);
  await drain(site);
  expect(await upgradeTotal()).toBe(before);
  await bankSays(site, parent.userId, 'lost', { cents: 3_000, id: 'dispute-2' });
  expect(await upgradeTotal()).toBe(before + 3_000);
});

test('R1: what support has refunded of an order for two counts half for each, before the payer’s own refund and after', async () => {
  const { site, parent, upgradeTotal, supportPays } = await paidForTwo();
  const before = await upgradeTotal();
  await supportPays(10_000);
  expect(await upgradeTotal()).toBe(before + 5_000);
  expect((await callRefund(site, parent.userId)).body.amount).toBe(9_400);
  expect(await upgradeTotal()).toBe(before + 5_000);
  await supportPays(1_000);
  expect(await upgradeTotal()).toBe(before + 6_000);
});

test('R1: a refund that was promised and not sent yet is paid out as far as the bank has left the payer’s own part', async () => {
  const { site, parent } = await paidForTwo();
  expect((await callRefund(site, parent.userId)).body.amount).toBe(14_400);
  // An unsettled sale cannot be partly refunded.
  await drain(site);
  await bankSays(site, parent.userId, 'lost', { cents: 10_000 });
  site.clock.advance(hours(1));
  await runDue(site);
  const refunds = site.dependencies.db.selectFrom('refunds').select(['state', 'amountCents']).orderBy('id');
  expect(await refunds.execute()).toEqual([
    { state: 'WITHDRAWN', amountCents: 14_400 },
    { state: 'SETTLING', amountCents: 4_400 },
  ]);
});

test('R2: a dispute that is won in part ends the payer’s plan as a lost one does, if nothing of their own money is left', async () => {
  const { site, parent, other } = await paidForTwo();
  const states = async () =>
    (await Promise.all([parent, other].map((held) => subscriptionOf(site, held)))).map(({ state }) => state);
  await bankSays(site, parent.userId, 'open');
  await bankSays(site, parent.userId, 'won', { wonCents: 20_000 });
  expect(await states()).toEqual(['CURRENT', 'CURRENT']);
  await bankSays(site, parent.userId, 'won', { wonCents: 14_400 });
  expect(await states()).toEqual(['LAPSED', 'CURRENT']);
  expect(await subscriptionOf(site, other)).toMatchObject({ autoRenew: false });
  const told = (await lastMail(site, parent))?.text.replaceAll(/\s+/g, ' ');
  expect(told).toMatch(/of US\$288\.00 it has returned US\$144\.00.+Your plan ended on/);
  expect(told).not.toContain('Your plan continues');
});
