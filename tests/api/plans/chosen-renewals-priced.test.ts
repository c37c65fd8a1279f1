import { expect, test } from 'vitest';
import { charges } from '../../setup/account-calls.ts';
import { publishPrices } from '../../setup/price-versions.ts';
import { frictionless } from '../../setup/providers/card-holder.ts';
import { choices, choose, chooseAt, priceOfChoice } from '../../setup/renewal-choices.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { moveClockTo, runDue, type Subscriber, subscribe, subscriptionOf } from '../../setup/subscriber.ts';

const essentials = { packageId: 1001 };
const premium = { packageId: 1002 };
const premiumForTwoYears = { packageId: 1012 };

async function renewOn(site: TestSite, date: Subscriber['periodEnd']) {
  moveClockTo(site, date);
  await runDue(site);
}

/** Address, plan held, and plan chosen with its price and tax in cents, by hand from price lists and rates. */
const abroad = [
  [
    'US, no tax',
    { city: 'Minneapolis', region: 'MN', postalCode: '55401', country: 'US', timeZone: 'America/Chicago' },
    1001,
    1012,
    36_000,
    0,
  ],
  [
    'CA, GST and PST',
    { city: 'Vancouver', region: 'BC', postalCode: 'V5K 0A1', country: 'CA', timeZone: 'America/Vancouver' },
    1002,
    1001,
    16_128,
    1_728,
  ],
  [
    'AU, GST inside',
    { city: 'Sydney', region: 'NSW', postalCode: '2000', country: 'AU', timeZone: 'Australia/Sydney' },
    3063,
    3061,
    15_400,
    1_400,
  ],
  [
    'NZ, GST inside',
    { city: 'Auckland', region: 'AUK', postalCode: '1010', country: 'NZ', timeZone: 'Pacific/Auckland' },
    4061,
    4063,
    21_850,
    2_850,
  ],
  [
    'MX, IVA inside',
    { city: 'Guadalajara', region: 'JAL', postalCode: '44100', country: 'MX', timeZone: 'America/Mexico_City' },
    5063,
    5061,
    11_600,
    1_600,
  ],
  [
    'GB, VAT added',
    { city: 'London', region: 'ENG', postalCode: 'NW1 6XE', country: 'GB', timeZone: 'Europe/London' },
    1002,
    1001,
    17_280,
    2_880,
  ],
] as const;

test.each(abroad)(
  'CHO2: in %s a chosen plan is charged as it was shown, with its tax',
  async (_, place, held, packageId, total, tax) => {
    const site = await openSite();
    const { timeZone, ...where } = place;
    const address = { line1: '1 Main Street', line2: '', ...where };
    const parent = await subscribe(site, {
      packageId: held,
      address: { address, timeZone },
      agreedToTerms: true,
      ...(place.country === 'GB' && { nonce: frictionless }),
    });
    const { body } = await priceOfChoice(site, parent, { packageId });
    const { quote } = body;
    const inside = quote.lines.find(({ kind }) => kind === 'INCLUDED_TAX')?.amount ?? 0;
    expect([quote.totals.total, quote.totals.taxAmount || inside]).toEqual([total, tax]);
    await choose(site, parent, { packageId });
    await renewOn(site, parent.periodEnd);
    expect((await charges(site)).at(-1)).toBe(total);
    const order = await site.dependencies.db
      .selectFrom('orders')
      .select(['packageId', 'totalCents'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(order).toEqual({ packageId, totalCents: total });
  },
);

test('CHO2: a price that rises after the choice is not charged; one that falls is', async () => {
  for (const [later, charged] of [
    [16_000, 13_000],
    [12_000, 12_000],
  ] as const) {
    const site = await openSite({ publishesPrices: true });
    const parent = await subscribe(site, premium);
    // Below that of the last payment, so that only the day of the choice keeps it.
    await publishPrices(site, { 1001: 13_000 });
    await choose(site, parent, essentials);
    await publishPrices(site, { 1001: later });
    await renewOn(site, parent.periodEnd);
    expect((await charges(site)).at(-1)).toBe(charged);
  }
});

test('CHO2: a plan that is chosen again keeps its price: after a lost answer, and on its card', async () => {
  const site = await openSite({ publishesPrices: true });
  const parent = await subscribe(site, premium);
  await publishPrices(site, { 1001: 13_000 });
  const { taxId } = (await priceOfChoice(site, parent, essentials)).body.quote;
  expect((await chooseAt(site, parent, { order: essentials, taxId })).status).toBe(200);
  const { version } = await subscriptionOf(site, parent);
  await publishPrices(site, { 1001: 16_000 });
  expect((await chooseAt(site, parent, { order: essentials, taxId })).status).toBe(200);
  expect((await subscriptionOf(site, parent)).version).toBe(version);
  const { packages, chosen } = (await choices(site, parent)).body;
  expect([chosen?.amount, packages.find(({ id }) => id === 1001)?.atRenewal.amount]).toEqual([13_000, 13_000]);
  await publishPrices(site, { 1001: 12_000 });
  await choose(site, parent, essentials);
  await publishPrices(site, { 1001: 16_000 });
  await renewOn(site, parent.periodEnd);
  expect((await charges(site)).at(-1)).toBe(12_000);
});

test('CHO2: the card of the plan held shows what that plan renews for, not its price for others', async () => {
  const site = await openSite({ publishesPrices: true });
  const parent = await subscribe(site, premium);
  await publishPrices(site, { 1002: 22_000 });
  const { packages, asHeld } = (await choices(site, parent)).body;
  expect([asHeld.amount, packages.find(({ id }) => id === 1002)?.atRenewal.amount]).toEqual([19_800, 19_800]);
});

test('CHO1: a plan of 29 February renews for two years to the 28th, and from there by the anniversary', async () => {
  const site = await openSite();
  site.clock.set(new Date('2028-02-29T15:00:00Z'));
  const parent = await subscribe(site, premium);
  await choose(site, parent, premiumForTwoYears);
  await renewOn(site, parent.periodEnd);
  expect([parent.periodEnd, (await subscriptionOf(site, parent)).periodEnd]).toEqual(['2029-02-28', '2031-02-28']);
  await renewOn(site, '2031-02-28');
  expect((await subscriptionOf(site, parent)).periodEnd).toBe('2032-02-29');
});
