import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Day } from '#contract/fields/day.ts';
import timeZones from '#server/lookups/data/timezone-names.json' with { type: 'json' };
import { scanBilling } from '#server/plans/scan-billing.ts';
import { addDays, anniversary, dueDay, dueHour, dueInstant } from '#server/subscriptions/calendar.ts';
import { dueDayOfRow } from '#server/subscriptions/due-subscriptions.ts';
import { billing, callRefund, charges, coParent, lastMail, setRenewal } from '../../setup/account-calls.ts';
import { atRestart } from '../../setup/restart-calls.ts';
import { addressInMinnesota, price, readyToPay, send } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';
import { drain, runDue, signedIn, subscribe, subscriptionOf } from '../../setup/subscriber.ts';
import { priceOf, upgrade } from '../../setup/upgrade-calls.ts';

const auckland = {
  line1: '1 Queen Street',
  line2: '',
  city: 'Auckland',
  region: 'AUK',
  postalCode: '1010',
  country: 'NZ',
};
const sydney = {
  line1: '1 George Street',
  line2: '',
  city: 'Sydney',
  region: 'NSW',
  postalCode: '2000',
  country: 'AU',
};
const honolulu = { ...addressInMinnesota, city: 'Honolulu', region: 'HI', postalCode: '96801' };
const losAngeles = { ...addressInMinnesota, city: 'Los Angeles', region: 'CA', postalCode: '90001' };

/**
 * Next year, so that no sign-up or session of the test has expired. `at`: a time at which it is another day in UTC than
 * for the payer.
 */
const year = new Date().getUTCFullYear() + 1;
const payers = [
  {
    place: 'Auckland',
    address: auckland,
    timeZone: 'Pacific/Auckland',
    packageId: 4061,
    at: `${year}-11-22T20:30:00Z`,
    day: `${year}-11-23` as Day,
  },
  {
    place: 'Sydney',
    address: sydney,
    timeZone: 'Australia/Sydney',
    packageId: 3061,
    at: `${year}-06-30T14:15:00Z`,
    day: `${year}-07-01` as Day,
  },
  {
    place: 'Los Angeles',
    address: losAngeles,
    timeZone: 'America/Los_Angeles',
    packageId: 1001,
    at: `${year}-03-01T05:00:00Z`,
    day: `${year}-02-28` as Day,
  },
  {
    place: 'Honolulu',
    address: honolulu,
    timeZone: 'Pacific/Honolulu',
    packageId: 1001,
    at: `${year}-01-01T09:45:00Z`,
    day: `${year - 1}-12-31` as Day,
  },
];

test.each(payers)(
  'M6, M7: in $place price, receipt, renewal and charge use the payer’s day; M6: a refund is possible until its last minute',
  async ({ address, timeZone, packageId, at, day }) => {
    const site = await openSite();
    site.clock.set(new Date(at));
    const quote = await price(site.app, await readyToPay(site.app, { address, timeZone }), { packageId });
    const parent = await subscribe(site, { packageId, agreedToTerms: true, address: { address, timeZone } });
    const renewsOn = anniversary(day, 1);
    expect(quote.renewal.date).toBe(renewsOn);
    expect(await subscriptionOf(site, parent)).toMatchObject({ timeZone, periodStart: day, periodEnd: renewsOn });
    const lastDay = addDays(day, 30);
    expect(await billing(site, parent.userId)).toMatchObject({ receipts: [{ date: day }], refund: { until: lastDay } });

    const midnight = dueInstant(addDays(lastDay, 1), timeZone).getTime() - dueHour * 3_600_000;
    site.clock.set(new Date(midnight + 60_000));
    expect((await callRefund(site, parent.userId)).body.code).toBe('NOT_REFUNDABLE');
    site.clock.set(new Date(midnight - 60_000));
    expect((await billing(site, parent.userId)).refund).toMatchObject({ until: lastDay });

    site.clock.set(new Date(dueInstant(renewsOn, timeZone).getTime() - 1_000));
    expect((await scanBilling(site.dependencies)).renewals).toBe(0);
    site.clock.set(dueInstant(renewsOn, timeZone));
    await runDue(site);
    expect(await charges(site)).toHaveLength(2);
    expect((await billing(site, parent.userId)).receipts.map(({ date }) => date)).toEqual([renewsOn, day]);
    await drain(site);
    expect((await lastMail(site, parent))?.subject).toBe('Your Evenkeel renewal receipt');
  },
);

test('N7: an upgrade counts from the day on which it is bought, also before six in the morning', async () => {
  const site = await openSite();
  const [timeZone, day] = ['America/Los_Angeles', `${year}-02-27` as Day];
  const setHour = (hour: number, on = day) =>
    site.clock.set(new Date(dueInstant(on, timeZone).getTime() + (hour - dueHour) * 3_600_000));
  setHour(5);
  const parent = await subscribe(site, { address: { address: losAngeles, timeZone } });
  const larger = { packageId: 1002 };
  const totalAt = async (hour: number, on: Day) => {
    setHour(hour, on);
    return (await priceOf(site, parent, larger)).body.totals.total;
  };
  const later = addDays(day, 100);
  expect(await totalAt(5.5, later)).toBe(await totalAt(6.5, later));
  setHour(5.5);
  expect((await upgrade(site, parent, larger)).body.outcome).toBe('PAID');
  const { db } = site.dependencies;
  const { upgradedOn } = await db.selectFrom('subscriptionUpgrades').select('upgradedOn').executeTakeFirstOrThrow();
  expect(upgradedOn).toBe(day);
  await drain(site);
  const documents = await db.selectFrom('documents').select('data').execute();
  expect(documents).toMatchObject([{ data: { period: { from: day } } }, { data: { period: { from: day } } }]);
});

test('R3: a plan that is started again after a move is counted and charged where its payer lives now', async () => {
  const site = await openSite();
  site.clock.set(new Date(`${year}-06-09T20:00:00Z`));
  const where = { address: auckland, timeZone: 'Pacific/Auckland' };
  const parent = await subscribe(site, { packageId: 4061, agreedToTerms: true, address: where });
  expect((await callRefund(site, parent.userId)).body.amount).toBeGreaterThan(0);
  const moved = { ...honolulu, timeZone: 'Pacific/Honolulu' };
  await site.dependencies.db.updateTable('users').set(moved).where('id', '=', parent.userId).execute();
  const answer = await (await atRestart(site, parent, 'fake-valid-visa-nonce'))();
  expect(answer.body.outcome).toBe('PAID');
  const [day, renewsOn] = [`${year}-06-09` as Day, `${year + 1}-06-09` as Day];
  const { timeZone } = moved;
  expect(await subscriptionOf(site, parent)).toMatchObject({ timeZone, periodStart: day, periodEnd: renewsOn });
  site.clock.set(new Date(dueInstant(renewsOn, timeZone).getTime() - 1_000));
  expect((await scanBilling(site.dependencies)).renewals).toBe(0);
  site.clock.set(dueInstant(renewsOn, timeZone));
  expect((await scanBilling(site.dependencies)).renewals).toBe(1);
});

test('M7: a holder who takes a renewal over pays on the day in their own time zone', async () => {
  const site = await openSite();
  const payer = await subscribe(site, {
    payForCoparent: true,
    address: { address: losAngeles, timeZone: 'America/Los_Angeles' },
  });
  const other = await coParent(site, payer);
  await site.dependencies.db
    .updateTable('users')
    .set({ timeZone: 'Pacific/Auckland' })
    .where('id', '=', other.userId)
    .execute();
  expect((await subscriptionOf(site, other)).timeZone).toBe('America/Los_Angeles');
  await setRenewal(site, payer.userId, other.subscriptionId, false);
  const headers = await signedIn(site, other.userId);
  await send(site.app, {
    method: 'POST',
    path: '/v2/account/payment-method',
    body: { nonce: 'fake-valid-visa-nonce' },
    headers,
  });
  await setRenewal(site, other.userId, other.subscriptionId, true);
  expect((await subscriptionOf(site, other)).timeZone).toBe('Pacific/Auckland');
  site.clock.set(dueInstant(payer.periodEnd, 'Pacific/Auckland'));
  expect((await scanBilling(site.dependencies)).renewals).toBe(1);
});

test('M7: the database computes the due day in every selectable time zone as the rules do', async () => {
  const site = await openSite();
  const zones = Object.keys(timeZones);
  for (const instant of [
    '2027-01-15T10:30:00Z',
    '2027-03-14T11:10:00Z',
    '2027-07-01T17:59:59Z',
    '2027-09-25T18:00:00Z',
    '2028-02-29T23:30:00Z',
  ]) {
    const at = new Date(instant);
    const { rows } = await sql<{ timeZone: string; day: Day }>`
      select time_zone, ${dueDayOfRow(at)} as day from unnest(${zones}::text[]) as time_zone`.execute(
      site.dependencies.db,
    );
    expect(rows).toHaveLength(zones.length);
    expect(rows.filter(({ timeZone, day }) => day !== dueDay(at, timeZone))).toEqual([]);
  }
});
