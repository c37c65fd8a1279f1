import { describe, expect, test } from 'vitest';
import type { PriceLine } from '#contract/api/prices.ts';
import type { UpgradeCard } from '#contract/api/upgrades.ts';
import { divideRounded } from '#contract/fields/money.ts';
import { requestRefund } from '#server/payments/refund-repository.ts';
import { extendPlan, grantPlan } from '#server/plans/grant-days.ts';
import { callRefund, charges } from '../../setup/account-calls.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';
import { moveClockTo, type Subscriber, signedIn, subscribe, subscriptionOf } from '../../setup/subscriber.ts';
import { priceOf, upgrade } from '../../setup/upgrade-calls.ts';

const sum = (lines: readonly PriceLine[]) =>
  lines.filter(({ kind }) => kind !== 'INCLUDED_TAX').reduce((total, { amount }) => total + amount, 0);

describe('BIL4: the preview is the charge, to the cent', () => {
  test.each([
    ['day 0', 0, 19_800 - 14_400],
    ['day 1', 1, 19_746 - 14_361],
    ['day 364', 364, 54 - 39],
  ])('BIL4: what was shown on %s is charged, and its lines sum to it', async (_when, day, due) => {
    const site = await openSite();
    const parent = await subscribe(site);
    moveClockTo(site, parent.periodEnd, day - 365);
    const preview = (await priceOf(site, parent, { packageId: 1002 })).body;
    expect(preview.totals.total).toBe(due);
    expect(sum(preview.lines)).toBe(due);
    expect(preview.renewal).toMatchObject({ amount: 19_800, date: parent.periodEnd });
    const paid = await upgrade(site, parent, { packageId: 1002 }, { quote: preview });
    expect(paid.body.outcome).toBe('PAID');
    expect(await charges(site)).toEqual([14_400, due]);
    expect(await subscriptionOf(site, parent)).toMatchObject({ packageId: 1002, periodEnd: parent.periodEnd });
  });

  test('BIL4: twice a day: the second is credited with the first', async () => {
    const site = await openSite();
    const parent = await subscribe(site, { packageId: 1003, productId: 'SUB1YEAR', services: ['1GB1'] });
    moveClockTo(site, parent.periodEnd, -100);
    await upgrade(site, parent, { packageId: 1003, productId: 'SUB1YEAR', services: ['1GB1', 'TONE1'] });
    await upgrade(site, parent, { packageId: 1002 });
    const [first = 0, second = 0, third = 0] = await charges(site);
    expect(first).toBe(10_800);
    // 100 of 365 days: 12.00 more a year, then 78.00 more a year.
    expect(second).toBe(329);
    expect(third).toBe(2_137);
    expect(second + third).toBe(2_466);
  });

  test('BIL4: with a sales tax the tax is on the difference alone', async () => {
    const site = await openSite();
    const address = {
      line1: '1 Ocean Drive',
      line2: '',
      city: 'Providence',
      region: 'RI',
      postalCode: '02903',
      country: 'US',
    };
    const parent = await subscribe(site, { address: { address, timeZone: 'America/New_York' } });
    moveClockTo(site, parent.periodEnd, -365);
    const preview = (await priceOf(site, parent, { packageId: 1002 })).body;
    expect(preview.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['PACKAGE', 19_800],
      ['PRORATION', -14_400],
      ['TAX', 378],
    ]);
    await upgrade(site, parent, { packageId: 1002 }, { quote: preview });
    expect(await charges(site)).toEqual([15_408, 5_778]);
  });

  test('a coupon’s discount is not credited on an upgrade', async () => {
    const site = await openSite();
    const parent = await subscribe(site, { codes: ['WELCOME10'] });
    moveClockTo(site, parent.periodEnd, -365);
    expect((await priceOf(site, parent, { packageId: 1002 })).body.totals.total).toBe(19_800 - 12_960);
  });

  test('BIL4: what support has refunded is not credited on an upgrade, of an order for both parents by halves', async () => {
    const site = await openSite();
    for (const [payForCoparent, due] of [
      [false, 19_800 - (14_400 - 10_000)],
      [true, 19_800 - (14_400 - 5_000)],
    ] as const) {
      const parent = await subscribe(site, { payForCoparent });
      const { db } = site.dependencies;
      const orders = db.selectFrom('orders').select(['id', 'userId', 'transactionId']);
      const paid = await orders.where('userId', '=', parent.userId).executeTakeFirstOrThrow();
      const { id: orderId, userId, transactionId } = paid;
      const refund = { orderId, userId, transactionId: transactionId ?? '', amountCents: 10_000, at: site.clock.now() };
      await db.transaction().execute((trx) => requestRefund(trx, { ...refund, reason: 'BY_SUPPORT' }));
      moveClockTo(site, parent.periodEnd, -365);
      expect((await priceOf(site, parent, { packageId: 1002 })).body.totals.total).toBe(due);
    }
  });
});

test('BIL4: an upgrade of a plan given for thirty days, or for one day of two years, costs these days, and the card shows it', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const give = async ({ userId, subscriptionId }: Subscriber, days: number) => {
    await callRefund(site, userId);
    const at = site.clock.now();
    await db.transaction().execute((trx) => grantPlan(trx, { subscriptionId, days, at }));
  };
  for (const [packageId, larger, count, due] of [
    [1001, 1002, 30, divideRounded(19_800 * 30, 365)],
    [1011, 1012, 1, divideRounded(36_000, 730)],
  ] as const) {
    const parent = await subscribe(site, { packageId });
    await give(parent, count);
    const preview = (await priceOf(site, parent, { packageId: larger })).body;
    expect(preview.lines.map(({ kind, amount }) => [kind, amount])).toEqual([['PACKAGE', due]]);
    const headers = await signedIn(site, parent.userId);
    const { packages } = (
      await send<{ packages: UpgradeCard[] }>(site.app, { method: 'GET', path: '/v2/account/upgrades', headers })
    ).body;
    expect(packages.find(({ id }) => id === larger)?.proratedPriceInfo.proratedPrice).toBe(due);
    expect((await upgrade(site, parent, { packageId: larger }, { quote: preview })).body.outcome).toBe('PAID');
    expect((await charges(site)).at(-1)).toBe(due);
    expect(await subscriptionOf(site, parent)).toMatchObject({ packageId: larger, autoRenew: false });
  }
});

test('BIL4: an upgrade of a plan extended by a year costs the difference for the last year and the full price of the given year’s days', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const parent = await subscribe(site);
  const days = { ...parent, days: 366, at: site.clock.now() };
  await db.transaction().execute((trx) => extendPlan(trx, days));
  moveClockTo(site, parent.periodEnd, -364);
  // 730 days are left; what was paid is for the last year, which has 366.
  const before = divideRounded(19_800 * 730, 366) - 14_400;
  expect((await priceOf(site, parent, { packageId: 1002 })).body.totals.total).toBe(before);
  moveClockTo(site, parent.periodEnd);
  const preview = (await priceOf(site, parent, { packageId: 1002 })).body;
  expect(preview.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['PACKAGE', 19_800],
    ['PRORATION', -14_400],
  ]);
  await upgrade(site, parent, { packageId: 1002 }, { quote: preview });
  expect(await charges(site)).toEqual([14_400, 5_400]);
});

test('2.6-1: the cards show the current plan, the available upgrades and their contents', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  moveClockTo(site, parent.periodEnd, -100);
  const answer = await send<{
    packages: UpgradeCard[];
    current: { daysLeft: number; currentSubscriptionPriceFormatted: string };
  }>(site.app, {
    method: 'GET',
    path: '/v2/account/upgrades',
    headers: await signedIn(site, parent.userId),
  });
  expect(answer.body.current).toMatchObject({
    packageId: 1001,
    daysLeft: 100,
    currentSubscriptionPriceFormatted: 'US$144.00',
  });
  expect(answer.body.packages.map(({ id, availability }) => [id, availability])).toEqual([
    [1001, 'CURRENT'],
    [1002, 'UPGRADE'],
    [1003, 'UPGRADE'],
  ]);
  const premium = answer.body.packages.find(({ id }) => id === 1002);
  const preview = (await priceOf(site, parent, { packageId: 1002 })).body;
  expect(premium).toMatchObject({
    annualRenewalFormatted: 'US$198.00',
    proratedPriceInfo: { proratedPrice: preview.totals.total },
  });
});

test('M11: a larger plan that lacks current features lists them, in the user’s language; the current plan lists its options', async () => {
  const site = await openSite();
  type Upgrades = { packages: UpgradeCard[]; current: { options: string[] } };
  const lookAs = async (userId: string, language: string) => {
    const headers = { ...(await signedIn(site, userId)), 'accept-language': language };
    const { current, packages } = (
      await send<Upgrades>(site.app, { method: 'GET', path: '/v2/account/upgrades', headers })
    ).body;
    return {
      held: current.options,
      losses: Object.fromEntries(packages.map(({ packageName, losses }) => [packageName, losses])),
    };
  };
  const own = await subscribe(site, { packageId: 1003, productId: 'SUB1YEAR', services: ['5GB1', 'TONE1'] });
  expect(await lookAs(own.userId, 'en')).toEqual({
    held: ['5 GB of file storage', 'Tone meter'],
    losses: { CYO: [], ESSENTIALS: ['5 GB of file storage', 'Tone meter'], PREMIUM: [] },
  });
  expect((await lookAs(own.userId, 'es')).losses['ESSENTIALS']).toEqual(['5 GB para archivos', 'Medidor de tono']);
  const essentials = await subscribe(site);
  expect(await lookAs(essentials.userId, 'en')).toEqual({
    held: [],
    losses: { CYO: ['Certified records'], ESSENTIALS: [], PREMIUM: [] },
  });
});

test('M2, 2.6-4: no upgrade to a smaller plan, another term, another list or the current plan', async () => {
  const site = await openSite();
  const parent = await subscribe(site, { packageId: 1002 });
  for (const order of [{ packageId: 1001 }, { packageId: 1002 }, { packageId: 1012 }]) {
    expect((await priceOf(site, parent, order)).status).toBe(400);
  }
  for (const packageId of [1203, 2063, 9999])
    expect((await priceOf(site, parent, { packageId })).body, String(packageId)).toMatchObject({
      code: 'PACKAGE_NOT_OFFERED',
    });
});

test('5.8-2: build-your-own keeps the options it has', async () => {
  const site = await openSite();
  const parent = await subscribe(site, { packageId: 1003, productId: 'SUB1YEAR', services: ['1GB1', 'TONE1'] });
  const without = await priceOf(site, parent, { packageId: 1003, productId: 'SUB1YEAR', services: ['1GB1', 'PAY1'] });
  expect(without.status).toBe(400);
  const stored = await priceOf(site, parent, {
    packageId: 1003,
    productId: 'SUB1YEAR',
    services: ['1GB1', 'TONE1', 'PAY1'],
  });
  expect(stored.body.totals.total).toBe(2_400);
});

test('build-your-own still offers a subscriber’s recorded calls after their experiment has ended', async () => {
  const site = await openSite();
  const order = (...services: string[]) => ({ packageId: 1003, productId: 'SUB1YEAR', services });
  const parent = await subscribe(site, order('1GB1'));
  expect((await priceOf(site, parent, order('1GB1', 'CALL1'))).status).toBe(409);
  await site.dependencies.db
    .updateTable('subscriptions')
    .set({ services: ['1GB1', 'CALL1'] })
    .where('id', '=', parent.subscriptionId)
    .execute();
  expect((await priceOf(site, parent, order('1GB1', 'CALL1', 'TONE1'))).status).toBe(200);
  const listed = await send<{ packages: UpgradeCard[] }>(site.app, {
    method: 'GET',
    path: '/v2/account/upgrades',
    headers: await signedIn(site, parent.userId),
  });
  const own = listed.body.packages.find(({ id }) => id === 1003);
  expect(own?.options.map(({ optionCode }) => optionCode)).toContain('CALL1');
});

test('5.8-3: build-your-own cannot reduce its storage', async () => {
  const site = await openSite();
  const parent = await subscribe(site, { packageId: 1003, productId: 'SUB1YEAR', services: ['10GB1'] });
  const order = (...services: string[]) => ({ packageId: 1003, productId: 'SUB1YEAR', services });
  expect((await priceOf(site, parent, order('1GB1', 'PAY1'))).status).toBe(400);
  expect((await priceOf(site, parent, order('10GB1', 'PAY1'))).body.totals.total).toBe(2_400);
});
