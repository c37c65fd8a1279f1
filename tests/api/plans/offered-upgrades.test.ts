import { expect, test } from 'vitest';
import type { SubscriptionView } from '#contract/api/account.ts';
import { billing, charges, setRenewal } from '../../setup/account-calls.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';
import { moveClockTo, type Subscriber, signedIn, subscribe, subscriptionOf } from '../../setup/subscriber.ts';
import { priceOf, upgrade } from '../../setup/upgrade-calls.ts';

test('a plan with a declined renewal must be paid before an upgrade', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  await site.dependencies.db
    .updateTable('subscriptions')
    .set({ declinedOn: parent.periodEnd })
    .where('id', '=', parent.subscriptionId)
    .execute();
  moveClockTo(site, parent.periodEnd);
  const answer = await upgrade(site, parent, { packageId: 1002 });
  expect(answer.body.code).toBe('RENEWAL_UNPAID');
});

test('BIL4, N3: from the last paid day on no upgrade is shown, listed, priced or charged, all by one rule', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  await setRenewal(site, parent.userId, parent.subscriptionId, false);
  const order = { packageId: 1002 };
  const quote = (await priceOf(site, parent, order)).body;
  const answers = async () => {
    const headers = await signedIn(site, parent.userId);
    const list = await send<{ code?: string }>(site.app, { method: 'GET', path: '/v2/account/upgrades', headers });
    const [plan] = (await billing(site, parent.userId)).subscriptions;
    const priced = (await priceOf(site, parent, order)).body as { code?: string };
    return [plan?.mayUpgrade, list.body.code, priced.code];
  };
  moveClockTo(site, parent.periodEnd, -1);
  expect(await answers()).toEqual([true, undefined, undefined]);
  for (const daysAfter of [0, 1, 30]) {
    moveClockTo(site, parent.periodEnd, daysAfter);
    expect(await answers()).toEqual([false, 'RENEWAL_UNPAID', 'RENEWAL_UNPAID']);
    expect((await upgrade(site, parent, order, { quote })).body.code).toBe('RENEWAL_UNPAID');
    const free = { ...quote, totals: { ...quote.totals, total: 0, taxAmount: 0 } };
    expect((await upgrade(site, parent, order, { quote: free })).body.code).toBe('RENEWAL_UNPAID');
  }
  expect([(await subscriptionOf(site, parent)).packageId, await charges(site)]).toEqual([1001, [14_400]]);
});

test.each([
  ['no address', { line1: null }, 'VALIDATION'],
  ['a country without plans', { country: 'DE' }, 'COUNTRY_MISMATCH'],
])('N3: with %s no upgrade is shown, and its list and price are refused for that reason', async (_, address, code) => {
  const site = await openSite();
  const parent = await subscribe(site);
  await site.dependencies.db.updateTable('users').set(address).where('id', '=', parent.userId).execute();
  expect((await billing(site, parent.userId)).subscriptions[0]?.mayUpgrade).toBe(false);
  const headers = await signedIn(site, parent.userId);
  const list = await send<{ code: string }>(site.app, { method: 'GET', path: '/v2/account/upgrades', headers });
  expect([list.body.code, (await upgrade(site, parent, { packageId: 1002 })).body.code]).toEqual([code, code]);
});

test('F11: an upgrade is offered as long as there is a larger plan, and not for the highest', async () => {
  const site = await openSite();
  const offered = async (parent: Subscriber) => {
    const headers = await signedIn(site, parent.userId);
    const { body } = await send<{ subscription: SubscriptionView }>(site.app, {
      method: 'GET',
      path: '/v2/account',
      headers,
    });
    const [card] = (await billing(site, parent.userId)).subscriptions;
    expect(card?.mayUpgrade).toBe(body.subscription.mayUpgrade);
    return body.subscription.mayUpgrade;
  };
  const parent = await subscribe(site);
  expect(await offered(parent)).toBe(true);
  await upgrade(site, parent, { packageId: 1002 });
  expect(await offered(parent)).toBe(false);
  expect(await offered(await subscribe(site, { packageId: 1003, productId: 'SUB1YEAR', services: ['1GB1'] }))).toBe(
    true,
  );
});
