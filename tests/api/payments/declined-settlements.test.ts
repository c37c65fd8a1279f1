import { describe, expect, test } from 'vitest';
import { days, hours } from '#server/clock.ts';
import { jobs } from '#server/jobs/jobs.ts';
import { recordDeclinedSettlement } from '#server/payment-events/record-declined-settlement.ts';
import { addDays, dueDay } from '#server/subscriptions/calendar.ts';
import {
  billing,
  callRefund,
  charges,
  coParent,
  home,
  lastMail,
  replaceMethod,
  setRenewal,
} from '../../setup/account-calls.ts';
import { reported } from '../../setup/providers/declined-settlement.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import {
  drain,
  mailsInOrder,
  moveClockTo,
  runDue,
  type Subscriber,
  subscribe,
  subscriptionOf,
} from '../../setup/subscriber.ts';
import { upgrade } from '../../setup/upgrade-calls.ts';
import { declineSettlement, postReport, sampleReport } from '../../setup/webhooks.ts';

const ordersOf = ({ dependencies: { db } }: TestSite, userId: string) =>
  db
    .selectFrom('orders')
    .select(['transactionId', 'totalCents'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute();
const notPaidMails = async (site: TestSite, { email }: Pick<Subscriber, 'email'>) =>
  (await mailsInOrder(site, email)).filter(({ subject }) => subject === 'A payment to Evenkeel did not go through');

const refundStates = async ({ dependencies: { db } }: TestSite) =>
  (await db.selectFrom('refunds').select('state').execute()).map(({ state }) => state);

/** Somebody who paid two days ago. */
async function paid(settings: Parameters<typeof subscribe>[1] = {}) {
  const site = await openSite();
  const parent = await subscribe(site, settings);
  await drain(site);
  site.clock.advance(days(2));
  const [order] = await ordersOf(site, parent.userId);
  return { site, parent, transactionId: order?.transactionId ?? '' };
}

async function handleAll({ jobDependencies }: TestSite): Promise<void> {
  const open = jobDependencies.db.selectFrom('gatewayNotifications').select('id').where('handledAt', 'is', null);
  for (const { id } of await open.execute())
    await jobs['handle-gateway-notification'].run(jobDependencies, { notificationId: id });
}

describe('a first payment whose settlement is declined', () => {
  test('waits for another method for seven days, says so in mail and account, and is charged to it once', async () => {
    const { site, parent, transactionId } = await paid();
    await reported(site, transactionId, 2);
    const today = dueDay(site.clock.now(), 'America/Chicago');
    const endsOn = addDays(today, 7);
    const [mail, ...more] = await notPaidMails(site, parent);
    expect(more).toEqual([]);
    expect(mail?.text).toContain('Your payment of US$144.00 was approved first and declined');
    expect(mail?.links).toContain('http://localhost:3000/app/account/billing#payment-method');
    expect((await home(site, parent.userId)).subscription).toMatchObject({
      state: 'CURRENT',
      waiting: { because: 'SETTLEMENT', retryOn: null, endsOn },
    });
    const page = await billing(site, parent.userId);
    expect(page).toMatchObject({ refund: null, receipts: [{ notPaid: true, refunded: 0 }] });
    expect((await callRefund(site, parent.userId)).body.code).toBe('NOT_REFUNDABLE');
    const credited = site.dependencies.db
      .selectFrom('documents')
      .select('amountCents')
      .where('kind', '=', 'CREDIT_NOTE');
    expect(await credited.execute()).toEqual([{ amountCents: 14_400 }]);

    await replaceMethod(site, parent.userId);
    await drain(site, { times: 2 });
    expect((await charges(site)).length).toBe(2);
    expect(await subscriptionOf(site, parent)).toMatchObject({
      state: 'CURRENT',
      declinedOn: null,
      periodEnd: parent.periodEnd,
    });
    expect((await home(site, parent.userId)).subscription?.waiting).toBeNull();
    const [, again] = (await billing(site, parent.userId)).receipts.toReversed();
    expect(again).toMatchObject({ notPaid: false });
    expect((await billing(site, parent.userId)).refund).toMatchObject({ amount: again?.total });
    // What replaces a first payment is refundable as long as one.
    expect((await lastMail(site, parent))?.text.replaceAll(/\s+/g, ' ')).toContain('Full refund within 30 days');
  });

  test('lapses after seven days without another method, for both parents, and the other one only learns that it ended', async () => {
    const { site, parent, transactionId } = await paid({ payForCoparent: true });
    const other = await coParent(site, parent);
    const before = (await mailsInOrder(site, parent.coParentEmail)).length;
    await reported(site, transactionId);
    expect((await notPaidMails(site, parent))[0]?.text).toMatch(/The plan you\s+pay for .+ continues until/);
    const today = dueDay(site.clock.now(), 'America/Chicago');
    moveClockTo(site, today, 6);
    await runDue(site);
    for (const held of [parent, other]) expect(await subscriptionOf(site, held)).toMatchObject({ state: 'CURRENT' });
    moveClockTo(site, today, 7);
    await runDue(site);
    for (const held of [parent, other]) expect(await subscriptionOf(site, held)).toMatchObject({ state: 'LAPSED' });
    const news = (await mailsInOrder(site, parent.coParentEmail)).slice(before);
    expect(news).toHaveLength(1);
    expect(news[0]?.text).not.toMatch(/bank|settle|approved|US\$/i);
    expect((await charges(site)).length).toBe(1);
  });

  test.each([
    ['two years, for both parents', { packageId: 1011, payForCoparent: true, codes: ['TWOYEARS'] }],
    ['one year, for both parents, partly by a code', { payForCoparent: true, codes: ['WELCOME10', 'HALF-OFF0-DEMO'] }],
  ])('is paid again at the agreed price and term: %s', async (_what, bought) => {
    const { site, parent, transactionId } = await paid(bought);
    const other = await coParent(site, parent);
    const terms = () => Promise.all([parent, other].map((held) => subscriptionOf(site, held)));
    const [agreed] = await charges(site);
    const before = await terms();
    await reported(site, transactionId);
    const waiting = (await home(site, parent.userId)).subscription?.renewal?.amount ?? 0;
    await replaceMethod(site, parent.userId);
    await drain(site, { times: 2 });
    const [, ...again] = await charges(site);
    expect(again).toHaveLength(2);
    expect(again).toContain(waiting);
    expect(again.reduce((sum, cents) => sum + cents, 0)).toBe(agreed);
    const bare = ({ packageId, services, periodStart, periodEnd }: (typeof before)[number]) => ({
      packageId,
      services,
      periodStart,
      periodEnd,
    });
    expect((await terms()).map(bare)).toEqual(before.map(bare));
  });

  test('ends at once where its renewal was cancelled, and can be started again', async () => {
    const { site, parent, transactionId } = await paid();
    await setRenewal(site, parent.userId, parent.subscriptionId, false);
    await reported(site, transactionId);
    expect((await home(site, parent.userId)).subscription).toMatchObject({ state: 'LAPSED', mayRestart: true });
    expect((await notPaidMails(site, parent))[0]?.text).toMatch(/it has ended\s+today/);
  });

  test('withdraws a promised refund of it', async () => {
    const { site, parent, transactionId } = await paid();
    await callRefund(site, parent.userId);
    await declineSettlement(site.sandboxUrl, transactionId);
    const { step } = await recordDeclinedSettlement(site.jobDependencies, { transactionId });
    expect(step).toBe('recorded');
    await drain(site);
    expect(await refundStates(site)).toEqual(['WITHDRAWN']);
    expect((await lastMail(site, parent))?.text).toContain('Nothing is charged in its place');
  });

  test('withdraws a partial refund that the gateway had refused because the sale was not settled', async () => {
    const { site, parent, transactionId } = await paid({ payForCoparent: true });
    await callRefund(site, parent.userId);
    await drain(site);
    expect((await billing(site, parent.userId)).refunds).toMatchObject([{ amount: 14_400 }]);
    await reported(site, transactionId);
    expect(await refundStates(site)).toEqual(['WITHDRAWN']);
    expect((await billing(site, parent.userId)).refunds).toEqual([]);
  });

  test('withdraws a partial refund whose request was lost, once the gateway has no record of it', async () => {
    const { site, parent, transactionId } = await paid({ payForCoparent: true });
    const { gateway } = site.jobDependencies;
    const realRefund = gateway.refund;
    gateway.refund = async () => ({ outcome: 'unknown', cause: 'timeout' });
    await callRefund(site, parent.userId);
    await drain(site);
    gateway.refund = realRefund;
    await reported(site, transactionId);
    expect(await refundStates(site)).toEqual(['PENDING']);
    site.clock.advance(hours(1));
    await runDue(site);
    expect(await refundStates(site)).toEqual(['WITHDRAWN']);
    expect((await billing(site, parent.userId)).refunds).toEqual([]);
  });
});

test('a renewal whose settlement is declined is reverted', async () => {
  const { site, parent } = await paid();
  moveClockTo(site, parent.periodEnd);
  await runDue(site);
  const [, renewal] = await ordersOf(site, parent.userId);
  site.clock.advance(days(2));
  const before = (await subscriptionOf(site, parent)).periodStart;
  await reported(site, renewal?.transactionId ?? '');
  expect(before).toBe(parent.periodEnd);
  const back = await subscriptionOf(site, parent);
  expect(back).toMatchObject({ periodEnd: parent.periodEnd, retryOn: null });
  expect(back.periodStart < back.periodEnd).toBe(true);
  await replaceMethod(site, parent.userId);
  await drain(site);
  expect(await subscriptionOf(site, parent)).toMatchObject({ periodStart: parent.periodEnd, declinedOn: null });
  expect((await charges(site)).length).toBe(3);
});

test('an upgrade whose settlement is declined is reverted', async () => {
  const { site, parent } = await paid({ packageId: 1003, productId: 'SUB1YEAR', services: ['1GB1'] });
  const before = await subscriptionOf(site, parent);
  await upgrade(site, parent, { packageId: 1002 });
  const [, upgraded] = await ordersOf(site, parent.userId);
  await reported(site, upgraded?.transactionId ?? '');
  const { packageId, services, declinedOn } = before;
  expect(await subscriptionOf(site, parent)).toMatchObject({ state: 'CURRENT', packageId, services, declinedOn });
  expect((await notPaidMails(site, parent))[0]?.text).toContain('the one you had before this payment');
});

test('a settlement declined during an upgrade is handled after it: the upgrade is refunded, the term paid once', async () => {
  const { site, parent, transactionId } = await paid();
  const { gateway } = site.jobDependencies;
  const realSale = gateway.sale;
  let during = '';
  gateway.sale = async (request) => {
    gateway.sale = realSale;
    during = (await recordDeclinedSettlement(site.jobDependencies, { transactionId })).step;
    return realSale(request);
  };
  await upgrade(site, parent, { packageId: 1002 });
  expect(during).toBe('busy');
  await reported(site, transactionId);
  await handleAll(site);
  await drain(site);
  const [, upgraded] = await ordersOf(site, parent.userId);
  const refunds = await site.dependencies.db.selectFrom('refunds').select(['amountCents', 'reason']).execute();
  expect(refunds).toEqual([{ amountCents: upgraded?.totalCents, reason: 'NOT_COMPLETED' }]);
  expect((await home(site, parent.userId)).subscription?.waiting).toMatchObject({ because: 'SETTLEMENT' });
});

test('concurrent reports and the nightly comparison make one change, one mail and one credit note', async () => {
  const { site, parent, transactionId } = await paid({ payForCoparent: true });
  await declineSettlement(site.sandboxUrl, transactionId);
  const compare = () => jobs['compare-settlement'].run(site.jobDependencies, {});
  const record = () => recordDeclinedSettlement(site.jobDependencies, { transactionId });
  const [, ...all] = await Promise.all([compare(), ...Array.from({ length: 20 }, record)]);
  expect(all.filter(({ step }) => step === 'recorded').length).toBeLessThanOrEqual(1);
  await drain(site, { times: 2 });
  expect(await notPaidMails(site, parent)).toHaveLength(1);
  const { db } = site.dependencies;
  expect(await db.selectFrom('documents').select('id').where('kind', '=', 'CREDIT_NOTE').execute()).toHaveLength(1);
  await compare();
  const open = db.selectFrom('settlementDifferences').select('kind').where('resolvedAt', 'is', null);
  expect(await open.execute()).toEqual([]);
});

test('a declined settlement is found by the nightly comparison when its report was lost', async () => {
  const { site, parent, transactionId } = await paid();
  await declineSettlement(site.sandboxUrl, transactionId);
  await jobs['compare-settlement'].run(site.jobDependencies, {});
  await drain(site);
  expect(await notPaidMails(site, parent)).toHaveLength(1);
});

test('a settlement declined before the response to its sale waits for the order; one without an order is logged', async () => {
  const { site, parent, transactionId } = await paid();
  const { db } = site.dependencies;
  const orders = db.updateTable('orders').where('userId', '=', parent.userId);
  await orders.set({ transactionId: null }).execute();
  await reported(site, transactionId);
  expect(await notPaidMails(site, parent)).toEqual([]);
  await orders.set({ transactionId }).execute();
  await handleAll(site);
  await drain(site);
  expect(await notPaidMails(site, parent)).toHaveLength(1);
  await postReport(site, await sampleReport('transaction_settlement_declined', 'none'));
  await handleAll(site);
  const isLogged = () => site.logged.some((line) => line.includes('settlement declined: manual review required'));
  expect(isLogged()).toBe(false);
  site.clock.advance(days(2));
  await handleAll(site);
  expect(isLogged()).toBe(true);
});
