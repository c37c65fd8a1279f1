import { expect, test } from 'vitest';
import { addDays } from '#server/subscriptions/calendar.ts';
import { charges } from '../../setup/account-calls.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import {
  mailsInOrder,
  moveClockTo,
  runDue,
  type Subscriber,
  subscribe,
  subscriptionOf,
} from '../../setup/subscriber.ts';

/** The plan named by the notice of a renewal. */
async function announcedPlan(site: TestSite, parent: Subscriber) {
  moveClockTo(site, parent.periodEnd, -30);
  await runDue(site);
  const notice = (await mailsInOrder(site, parent.email)).findLast(({ subject }) => subject.includes('renews on'));
  return /^ *Plan: +(.+)$/m.exec(notice?.text ?? '')?.[1] ?? notice?.text;
}

test('Y3, 9-3: a two-year term renews after two years, as the one-year plan that its notice names', async () => {
  const site = await openSite();
  const parent = await subscribe(site, { packageId: 1012 });
  moveClockTo(site, parent.periodEnd, -366);
  await runDue(site);
  expect(await charges(site)).toEqual([36_000]);
  expect(await announcedPlan(site, parent)).toMatch(/^Premium, one year$/);
  moveClockTo(site, parent.periodEnd);
  await runDue(site);
  expect(await charges(site)).toEqual([36_000, 19_800]);
  expect(await subscriptionOf(site, parent)).toMatchObject({
    packageId: 1002,
    periodEnd: addDays(parent.periodEnd, 365),
  });
});

test('9-4: build-your-own renews with its options in their one-year form', async () => {
  const site = await openSite();
  const parent = await subscribe(site, { packageId: 1013, productId: 'SUB2YEAR', services: ['5GB2', 'TONE2'] });
  expect(await announcedPlan(site, parent)).toMatch(/^Build Your Own, one year: .+ and .+$/i);
  moveClockTo(site, parent.periodEnd);
  await runDue(site);
  expect(await charges(site)).toEqual([19_200 + 1_600 + 2_100, 10_800 + 900 + 1_200]);
  expect(await subscriptionOf(site, parent)).toMatchObject({ packageId: 1003, services: ['5GB1', 'TONE1'] });
});
