import { describe, expect, test } from 'vitest';
import type { Day } from '#contract/fields/day.ts';
import { minutes } from '#server/clock.ts';
import { databaseClock } from '#server/database-clock.ts';
import { reconcilePaymentJob, sweepPayments } from '#server/jobs/reconcile-payment.ts';
import { renewSubscription } from '#server/plans/renew-subscription.ts';
import { scanBilling } from '#server/plans/scan-billing.ts';
import { addDays, dueInstant } from '#server/subscriptions/calendar.ts';
import { charges } from '../../setup/account-calls.ts';
import { publishPrices } from '../../setup/price-versions.ts';
import { eventually, ledger, setFault } from '../../setup/sandbox.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import {
  drain,
  mailsInOrder,
  moveClockTo,
  renewTwiceAtOnce,
  runDue,
  subscribe,
  subscriptionOf,
} from '../../setup/subscriber.ts';

async function periods({ dependencies: { db } }: TestSite) {
  return db
    .selectFrom('subscriptionPeriods')
    .select(['periodStart', 'periodEnd', 'paidCents'])
    .orderBy('periodStart')
    .execute();
}

test('9-2: a year passes: reminders 30 and 7 days before, one renewal on the day, a receipt, the next year paid', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  await drain(site);
  moveClockTo(site, parent.periodEnd, -31);
  expect(await runDue(site)).toEqual([]);
  for (const [before, days] of [
    [-30, 30],
    [-29, 30],
    [-7, 7],
    [-6, 7],
  ] as const) {
    moveClockTo(site, parent.periodEnd, before);
    expect(await runDue(site)).toEqual(before === -days ? ['send-renewal-reminder'] : []);
  }
  moveClockTo(site, parent.periodEnd, -1);
  expect(await runDue(site)).toEqual([]);
  expect(await charges(site)).toEqual([14_400]);
  moveClockTo(site, parent.periodEnd);
  await runDue(site);
  expect(await charges(site)).toEqual([14_400, 14_400]);
  const renewed = await subscriptionOf(site, parent);
  expect(renewed).toMatchObject({ state: 'CURRENT', periodStart: parent.periodEnd, declinedOn: null });
  expect(await periods(site)).toMatchObject([
    { periodEnd: parent.periodEnd },
    { periodStart: parent.periodEnd, periodEnd: renewed.periodEnd },
  ]);
  const mails = await mailsInOrder(site, parent.email);
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Your Evenkeel receipt',
    expect.stringMatching(/^Your plan renews on .*: US\$144\.00$/),
    expect.stringMatching(/^Your plan renews on .*: US\$144\.00$/),
    'Your Evenkeel renewal receipt',
  ]);
  expect(mails[1]?.links.some((link) => link.includes('/app/account/renewal#subscription='))).toBe(true);
});

describe('BIL1: one charge for a subscription and a period', () => {
  test('BIL1, 9-1: run twice, by two workers, and delivered twice by the queue', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    await drain(site);
    moveClockTo(site, parent.periodEnd);
    await Promise.all([scanBilling(site.dependencies), scanBilling(site.dependencies)]);
    await renewTwiceAtOnce(site, parent);
    await drain(site, { times: 2 });
    await runDue(site);
    expect(await charges(site)).toEqual([14_400, 14_400]);
    expect(await periods(site)).toHaveLength(2);
  });

  test.each(['before the call', 'after the charge'] as const)(
    'BIL1: a worker is killed %s and started again',
    async (moment) => {
      const site = await openSite();
      const parent = await subscribe(site);
      await drain(site);
      moveClockTo(site, parent.periodEnd);
      const { gateway } = site.jobDependencies;
      const realSale = gateway.sale;
      gateway.sale = async (request) => {
        if (moment === 'after the charge') await realSale(request);
        throw new Error('killed');
      };
      await expect(renewSubscription(site.jobDependencies, parent)).rejects.toThrow('killed');
      gateway.sale = realSale;
      await renewSubscription(site.jobDependencies, parent);
      expect(await charges(site)).toHaveLength(moment === 'after the charge' ? 2 : 1);
      site.clock.advance(minutes(4));
      await sweepPayments.run(site.jobDependencies, {});
      await drain(site);
      await runDue(site);
      expect(await charges(site)).toEqual([14_400, 14_400]);
      expect(await subscriptionOf(site, parent)).toMatchObject({ periodStart: parent.periodEnd });
    },
  );

  test('BIL1: the gateway’s response is lost: the renewal is found, not repeated', async () => {
    const site = await openSite({ paymentTimeoutSeconds: 1 });
    const parent = await subscribe(site);
    await drain(site);
    moveClockTo(site, parent.periodEnd);
    await setFault(site.sandboxUrl, { kind: 'drop-after', times: 1, matching: 'sale' });
    await renewSubscription(site.jobDependencies, parent);
    expect((await subscriptionOf(site, parent)).periodEnd).toBe(parent.periodEnd);
    const attempt = await site.dependencies.db
      .selectFrom('paymentAttempts')
      .select('id')
      .where('purpose', '=', 'RENEWAL')
      .executeTakeFirstOrThrow();
    await reconcilePaymentJob.run(site.jobDependencies, { attemptId: attempt.id });
    expect(await charges(site)).toHaveLength(2);
    expect((await subscriptionOf(site, parent)).periodStart).toBe(parent.periodEnd);
  });

  test('BIL1: a charge for an already paid period is refunded in full', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    await drain(site);
    moveClockTo(site, parent.periodEnd);
    const { db } = site.dependencies;
    const order = await db.selectFrom('orders').select('id').executeTakeFirstOrThrow();
    const paid = {
      subscriptionId: parent.subscriptionId,
      periodStart: parent.periodEnd,
      periodEnd: addDays(parent.periodEnd, 365),
      orderId: order.id,
      paidCents: 0,
    };
    await db.insertInto('subscriptionPeriods').values(paid).execute();
    await renewSubscription(site.jobDependencies, parent);
    await drain(site);
    expect((await ledger(site.sandboxUrl)).map(({ kind }) => kind)).toEqual(['sale', 'sale', 'void']);
    expect(await periods(site)).toHaveLength(2);
  });
});

test('BIL2: three days without a scheduler: each is charged once, for its own period', async () => {
  const site = await openSite();
  const parents = [await subscribe(site), await subscribe(site)];
  await drain(site);
  moveClockTo(site, parents[0]?.periodEnd as Day, 3);
  await runDue(site);
  await runDue(site);
  expect(await charges(site)).toHaveLength(4);
  for (const parent of parents) expect((await subscriptionOf(site, parent)).periodStart).toBe(parent.periodEnd);
});

test('BIL2: reminders that were missed go out late, once, with the days that are really left', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  await drain(site);
  moveClockTo(site, parent.periodEnd, -27);
  await runDue(site);
  await runDue(site);
  const [, reminder, ...more] = await mailsInOrder(site, parent.email);
  expect(reminder?.text).toContain('27 days');
  expect(more).toEqual([]);
});

test('BIL2: nobody is charged for a renewal that is more than a month late', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  moveClockTo(site, parent.periodEnd, 31);
  await runDue(site);
  expect(await charges(site)).toHaveLength(1);
  expect((await subscriptionOf(site, parent)).state).toBe('LAPSED');
});

describe('REL7: one clock decides', () => {
  test('REL7: charges start exactly at the turn of the day, not a millisecond before', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    site.clock.set(new Date(dueInstant(parent.periodEnd, 'America/Chicago').getTime() - 2_000));
    expect((await scanBilling(site.dependencies)).renewals).toBe(0);
    await renewSubscription(site.jobDependencies, parent);
    expect(await charges(site)).toHaveLength(1);
    site.clock.set(dueInstant(parent.periodEnd, 'America/Chicago'));
    expect((await scanBilling(site.dependencies)).renewals).toBe(1);
  });

  test.each([-10, 10])(
    'REL7: a process whose machine is %i minutes off reads the time from the database',
    async (minutesOff) => {
      const site = await openSite();
      const clock = await databaseClock({
        db: site.dependencies.db,
        machine: () => Date.now() + minutes(minutesOff),
        everyMs: 60_000,
        onError: () => undefined,
      });
      try {
        expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(1_000);
      } finally {
        clock.stop();
      }
    },
  );
});

test('9-7: a plan renews at the prices it was last paid at, or at those in force where they are lower, also when those rise again', async () => {
  const site = await openSite({ publishesPrices: true });
  const parent = await subscribe(site);
  await drain(site);
  const years = async (priceCents: number) => {
    await publishPrices(site, { 1001: priceCents });
    const { periodEnd } = await subscriptionOf(site, parent);
    moveClockTo(site, periodEnd, -30);
    await runDue(site);
    moveClockTo(site, periodEnd);
    await runDue(site);
  };
  await years(15_900);
  expect(await charges(site)).toEqual([14_400, 14_400]);
  await years(13_900);
  await years(16_900);
  expect(await charges(site)).toEqual([14_400, 14_400, 13_900, 13_900]);
  const announced = (await mailsInOrder(site, parent.email)).flatMap(
    ({ subject }) => / renews on .*: (?<amount>.*)$/.exec(subject)?.slice(1) ?? [],
  );
  expect(announced).toEqual(['US$144.00', 'US$139.00', 'US$139.00']);
});

test('9-5: a price announced by a reminder is not raised: lower prices that expire meanwhile apply to that year and later ones', async () => {
  const site = await openSite({ publishesPrices: true });
  const parent = await subscribe(site);
  await drain(site);
  await publishPrices(site, { 1001: 13_900 });
  moveClockTo(site, parent.periodEnd, -30);
  await runDue(site);
  await publishPrices(site, { 1001: 15_900 });
  moveClockTo(site, parent.periodEnd);
  await runDue(site);
  expect(await charges(site)).toEqual([14_400, 13_900]);
  const next = await subscriptionOf(site, parent);
  moveClockTo(site, next.periodEnd);
  await runDue(site);
  expect(await charges(site)).toEqual([14_400, 13_900, 13_900]);
});

test('each of two people paid for by one is renewed by a charge of their own', async () => {
  const site = await openSite();
  const parent = await subscribe(site, { payForCoparent: true });
  await drain(site);
  moveClockTo(site, parent.periodEnd);
  await runDue(site);
  expect(await charges(site)).toEqual([28_800, 14_400, 14_400]);
});

test('queued jobs renew too, without a call by this process', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  moveClockTo(site, parent.periodEnd);
  await site.startJobs();
  await scanBilling(site.dependencies);
  await eventually(
    () => subscriptionOf(site, parent),
    ({ periodStart }) => periodStart === parent.periodEnd,
  );
  expect(await charges(site)).toHaveLength(2);
});
