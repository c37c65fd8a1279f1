import { expect, test } from 'vitest';
import { readEntitlements } from '#server/plans/entitlements.ts';
import { anniversary } from '#server/subscriptions/calendar.ts';
import { billing, charges } from '../../../setup/account-calls.ts';
import { issueCode, leftOnCode, payWithCode, priceOfCode } from '../../../setup/codes/own-codes.ts';
import { choices, choose } from '../../../setup/renewal-choices.ts';
import { openSite } from '../../../setup/site.ts';
import { moveClockTo, runDue, subscribe, subscriptionOf } from '../../../setup/subscriber.ts';

test.each([
  ['smaller', 1002, 1001, 19_800, 'PREMIUM'],
  ['larger', 1001, 1002, 14_400, 'ESSENTIALS'],
])(
  'CHO7: a year paid in advance with a code is of the plan held, so that a %s plan chosen for the renewal does not begin early',
  async (_, held, chosen, cents, plan) => {
    const site = await openSite();
    const parent = await subscribe(site, { packageId: held });
    await choose(site, parent, { packageId: chosen });
    moveClockTo(site, parent.periodEnd, -10);
    await issueCode(site, 20_000);
    const { body } = await priceOfCode(site, parent);
    expect(body).toMatchObject({ amount: cents, from: parent.periodEnd });
    expect(body.planName.toUpperCase()).toContain(plan);
    expect((await payWithCode(site, parent, cents)).status).toBe(200);
    expect(await readEntitlements(site.dependencies, parent.userId)).toMatchObject({ plan });
    expect((await choices(site, parent)).body.chosen).toBeNull();
    expect((await billing(site, parent.userId)).subscriptions[0]).toMatchObject({ renewsTo: null });
    moveClockTo(site, parent.periodEnd);
    await runDue(site);
    expect([await charges(site), await leftOnCode(site)]).toEqual([[cents], 20_000 - cents]);
    expect(await subscriptionOf(site, parent)).toMatchObject({
      packageId: held,
      periodEnd: anniversary(parent.periodEnd, 1),
    });
  },
);

test('CHO7: from the day of the renewal on a code pays for the plan that was chosen', async () => {
  const site = await openSite();
  const parent = await subscribe(site, { packageId: 1002 });
  await choose(site, parent, { packageId: 1001 });
  moveClockTo(site, parent.periodEnd);
  await issueCode(site);
  expect((await payWithCode(site, parent, 14_400)).status).toBe(200);
  await runDue(site);
  expect(await charges(site)).toEqual([19_800]);
  expect(await subscriptionOf(site, parent)).toMatchObject({ packageId: 1001, periodStart: parent.periodEnd });
});
