import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { UnpaidOrder } from '#contract/api/professionals/unpaid-orders.ts';
import { utcDay } from '#contract/fields/day.ts';
import { mergeAccounts } from '#server/account/merge-accounts.ts';
import { minutes } from '#server/clock.ts';
import { jobs } from '#server/jobs/jobs.ts';
import { billing, charges, coParent, home, replaceMethod, setRenewal } from '../../setup/account-calls.ts';
import { ask, openFamily, payPlan, signedInProfessional } from '../../setup/professional.ts';
import { bankSays, declineLatestSettlement } from '../../setup/providers/payers-bank.ts';
import { mailsTo } from '../../setup/sandbox.ts';
import { addressInMinnesota } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain, moveClockTo, runDue, signedIn, subscribe, subscriptionOf } from '../../setup/subscriber.ts';
import { priceOf, upgrade } from '../../setup/upgrade-calls.ts';

const premium = { packageId: 1002 };
const mayUpgrade = async (site: TestSite, userId: string) => (await home(site, userId)).subscription?.mayUpgrade;
const refundsIn = ({ dependencies: { db } }: TestSite) =>
  db.selectFrom('refunds').select(['userId', 'amountCents', 'reason']).orderBy('id').execute();

/** A professional's plan for a parent who has joined and one who is invited. */
async function plannedByProfessional() {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const { familyId, parents } = await openFamily(site, professional);
  const [userId = '', invitedId = ''] = parents.map((one) => one.userId);
  await ask(site, professional, `/cases/${familyId}/parents/${invitedId}/invites`, { method: 'POST' });
  await payPlan(site, professional, familyId, { parentIds: [userId, invitedId] });
  const { db } = site.dependencies;
  const joined = { status: 'ACTIVE', username: 'marta.obrien', timeZone: 'America/Chicago', ...addressInMinnesota };
  await db
    .updateTable('users')
    .set({ ...joined, status: 'ACTIVE' })
    .where('id', '=', userId)
    .execute();
  const { id: subscriptionId } = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return { site, professional, familyId, invited: parents[1], parent: { userId, subscriptionId } };
}

test('N1: a professional’s plan whose payment failed to settle cannot be upgraded while it can be paid again, and can once it was', async () => {
  const { site, professional, parent } = await plannedByProfessional();
  const agreed = (await priceOf(site, parent, premium)).body;
  expect([agreed.totals.total < 6_000, await mayUpgrade(site, parent.userId)]).toEqual([true, true]);
  await declineLatestSettlement(site, professional);
  expect(await mayUpgrade(site, parent.userId)).toBe(false);
  expect((await priceOf(site, parent, premium)).body).toMatchObject({ code: 'PAYMENT_IN_PROGRESS' });
  expect((await upgrade(site, parent, premium, { quote: agreed, nonce: 'fake-valid-visa-nonce' })).body).toMatchObject({
    code: 'PAYMENT_IN_PROGRESS',
  });
  const again = { ...professional, headers: await signedIn(site, professional.userId) };
  const [unpaid] = (await ask<{ orders: UnpaidOrder[] }>(site, again, '/unpaid-orders')).body.orders;
  const payment = { amountDisplayed: unpaid?.total, paymentType: 'CREDIT_CARD', nonce: 'fake-valid-mastercard-nonce' };
  const headers = { 'idempotency-key': randomUUID() };
  await ask(site, again, `/unpaid-orders/${unpaid?.orderId ?? ''}/payments`, { body: { payment }, headers });
  expect(await mayUpgrade(site, parent.userId)).toBe(true);
  expect((await priceOf(site, parent, premium)).body.totals.total).toBeLessThan(6_000);
});

test('N17: a professional’s plan that stays unpaid ends, even if a parent has resumed, cancelled or upgraded it before', async () => {
  const { site, professional, parent } = await plannedByProfessional();
  const paid = await upgrade(site, parent, premium, { nonce: 'fake-valid-visa-nonce' });
  expect(paid.body.outcome).toBe('PAID');
  await drain(site);
  const sale = site.dependencies.db
    .selectFrom('orders')
    .select('totalCents')
    .where('userId', '=', parent.userId)
    .executeTakeFirstOrThrow();
  const today = await declineLatestSettlement(site, professional);
  expect((await setRenewal(site, parent.userId, parent.subscriptionId, true)).body.autoRenew).toBe(true);
  expect((await setRenewal(site, parent.userId, parent.subscriptionId, false)).body.autoRenew).toBe(false);
  moveClockTo(site, today, 7);
  await runDue(site);
  expect(await subscriptionOf(site, parent)).toMatchObject({ state: 'LAPSED', endedAt: expect.any(Date) });
  const { totalCents: amountCents } = await sale;
  expect(await refundsIn(site)).toEqual([{ userId: parent.userId, amountCents, reason: 'NOT_COMPLETED' }]);
});

test('N17: what the other parent paid to upgrade a plan is refunded when the plan’s settlement is declined; the plan waits for its buyer', async () => {
  const site = await openSite();
  const parent = await subscribe(site, { payForCoparent: true });
  const other = await coParent(site, parent);
  const before = await subscriptionOf(site, other);
  expect((await upgrade(site, other, premium, { nonce: 'fake-valid-visa-nonce' })).body.outcome).toBe('PAID');
  await drain(site);
  await declineLatestSettlement(site, parent);
  const { packageId, payerUserId } = before;
  expect(await subscriptionOf(site, other)).toMatchObject({ packageId, payerUserId, declinedOn: expect.any(String) });
  expect(await refundsIn(site)).toMatchObject([{ userId: other.userId, reason: 'NOT_COMPLETED' }]);
  await replaceMethod(site, parent.userId);
  await drain(site, { times: 2 });
  expect(await subscriptionOf(site, other)).toMatchObject({ packageId, declinedOn: null, periodEnd: before.periodEnd });
});

test('R6: a payer who cancelled the other parent’s plan is charged for no term and no year of it once the other has resumed it', async () => {
  const site = await openSite();
  const parent = await subscribe(site, { payForCoparent: true });
  const other = await coParent(site, parent);
  const { packageId, periodEnd } = await subscriptionOf(site, other);
  expect((await setRenewal(site, parent.userId, other.subscriptionId, false)).body.autoRenew).toBe(false);
  expect((await upgrade(site, other, premium, { nonce: 'fake-valid-visa-nonce' })).body.outcome).toBe('PAID');
  expect((await setRenewal(site, other.userId, other.subscriptionId, true)).body.autoRenew).toBe(true);
  await drain(site);
  await declineLatestSettlement(site, parent);
  await replaceMethod(site, parent.userId);
  await drain(site, { times: 2 });
  const kept = { payerUserId: other.userId, autoRenew: true, declinedOn: null, packageId, periodEnd };
  expect(await subscriptionOf(site, other)).toMatchObject(kept);
  expect(await subscriptionOf(site, parent)).toMatchObject({ declinedOn: null, autoRenew: true });
  expect(await charges(site)).toEqual([28_800, expect.any(Number), 14_400]);
  expect(await refundsIn(site)).toMatchObject([{ userId: other.userId, reason: 'NOT_COMPLETED' }]);
});

test('R4: an upgrade without a response is not resent once a bank holds the money of the plan', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  await drain(site);
  const { gateway, db } = site.jobDependencies;
  const realSale = gateway.sale;
  gateway.sale = async () => ({ outcome: 'unknown', cause: 'timeout' });
  const sent = await upgrade(site, parent, premium, { nonce: 'fake-valid-visa-nonce' });
  gateway.sale = realSale;
  expect(sent.body.outcome).toBe('CONFIRMING');
  await bankSays(site, parent.userId, 'open');
  const attempt = db.selectFrom('paymentAttempts').select(['id', 'state']).where('purpose', '=', 'UPGRADE');
  const { id: attemptId } = await attempt.executeTakeFirstOrThrow();
  site.clock.advance(minutes(2));
  await jobs['reconcile-payment'].run(site.jobDependencies, { attemptId });
  expect(await attempt.executeTakeFirst()).toMatchObject({ state: 'REJECTED' });
  expect(await charges(site)).toEqual([14_400]);
});

test('R8: an account whose plan is paid is not merged into one whose professional’s payment failed to settle: both plans would end', async () => {
  const { site, professional, parent } = await plannedByProfessional();
  const { userId: endedUserId } = await subscribe(site);
  const { db } = site.dependencies;
  const merge = () =>
    db
      .transaction()
      .execute((trx) => mergeAccounts(trx, { keptUserId: parent.userId, endedUserId, at: site.clock.now() }));
  await declineLatestSettlement(site, professional);
  expect(await merge()).toBe('PAYMENT_IN_DOUBT');
  moveClockTo(site, utcDay(site.clock.now()), 8);
  await runDue(site);
  expect(await subscriptionOf(site, parent)).toMatchObject({ state: 'LAPSED' });
  expect(await merge()).toBeNull();
  const plans = db.selectFrom('subscriptions').select('state').where('userId', '=', parent.userId).orderBy('state');
  expect(await plans.execute()).toEqual([{ state: 'CURRENT' }, { state: 'LAPSED' }]);
});

test('N1: while a bank holds what one parent paid for two, neither can upgrade, and the other sees no mention of a bank', async () => {
  const site = await openSite();
  const parent = await subscribe(site, { payForCoparent: true });
  const other = await coParent(site, parent);
  await drain(site);
  const agreed = (await priceOf(site, other, premium)).body;
  await bankSays(site, parent.userId, 'open');
  for (const { userId } of [parent, other]) {
    expect(await mayUpgrade(site, userId)).toBe(false);
    expect((await priceOf(site, { userId }, premium)).body).toMatchObject({ code: 'PAYMENT_IN_PROGRESS' });
  }
  const refused = await upgrade(site, other, premium, { quote: agreed, nonce: 'fake-valid-visa-nonce' });
  expect([refused.body.code, /bank/i.test(JSON.stringify(refused.body))]).toEqual(['PAYMENT_IN_PROGRESS', false]);
  await bankSays(site, parent.userId, 'won');
  expect(await mayUpgrade(site, other.userId)).toBe(true);
  expect((await billing(site, parent.userId)).receipts).toHaveLength(1);
});

test('N23: an invite says that a plan is paid only while its money is held, and is mailed again when the plan has ended', async () => {
  const { site, professional, familyId, invited } = await plannedByProfessional();
  await drain(site);
  const mails = async () => (await mailsTo(site.sandboxUrl, invited?.email ?? '')).toReversed().map(({ text }) => text);
  const isPaid = (texts: string[]) => texts.map((text) => text.includes('plan has been paid'));
  const sendAgain = async () => {
    const own = { ...professional, headers: await signedIn(site, professional.userId) };
    const path = `/cases/${familyId}/parents/${invited?.userId ?? ''}/invites`;
    expect((await ask(site, own, path, { method: 'POST' })).status).toBe(200);
    await drain(site);
  };
  expect(isPaid(await mails())).toEqual([true]);
  const today = await declineLatestSettlement(site, professional);
  await sendAgain();
  expect(isPaid(await mails())).toEqual([true, false]);
  moveClockTo(site, today, 7);
  await runDue(site);
  const [, , last, ...more] = await mails();
  expect([last?.includes('You choose your own plan'), more]).toEqual([true, []]);
});
