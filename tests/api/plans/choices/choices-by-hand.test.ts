import { expect, test } from 'vitest';
import type { Day } from '#contract/fields/day.ts';
import type { StoredQuote } from '#server/pricing/stored-quote.ts';
import { addDays, atHour } from '#server/subscriptions/calendar.ts';
import { charges, lastMail } from '../../../setup/account-calls.ts';
import { frictionless } from '../../../setup/providers/card-holder.ts';
import { choose } from '../../../setup/renewal-choices.ts';
import { openSite } from '../../../setup/site.ts';
import { runDue, subscribe, subscriptionOf } from '../../../setup/subscriber.ts';

const places = {
  TX: { city: 'Austin', region: 'TX', postalCode: '78701', country: 'US', timeZone: 'America/Chicago' },
  WA: { city: 'Seattle', region: 'WA', postalCode: '98101', country: 'US', timeZone: 'America/Los_Angeles' },
  MN: { city: 'Minneapolis', region: 'MN', postalCode: '55401', country: 'US', timeZone: 'America/Chicago' },
  QC: { city: 'Montréal', region: 'QC', postalCode: 'H2Y 1C6', country: 'CA', timeZone: 'America/Toronto' },
  SK: { city: 'Regina', region: 'SK', postalCode: 'S4P 3Y2', country: 'CA', timeZone: 'America/Regina' },
  NS: { city: 'Halifax', region: 'NS', postalCode: 'B3J 1S9', country: 'CA', timeZone: 'America/Halifax' },
  GB: { city: 'London', region: 'ENG', postalCode: 'NW1 6XE', country: 'GB', timeZone: 'Europe/London' },
  AU: { city: 'Sydney', region: 'NSW', postalCode: '2000', country: 'AU', timeZone: 'Australia/Sydney' },
  NZ: { city: 'Auckland', region: 'AUK', postalCode: '1010', country: 'NZ', timeZone: 'Pacific/Auckland' },
  MX: { city: 'Guadalajara', region: 'JAL', postalCode: '44100', country: 'MX', timeZone: 'America/Mexico_City' },
} as const;

type Chosen = { packageId: number; productId?: string; services?: string[] };
type Row = [place: keyof typeof places, begins: Day, held: number, chosen: Chosen, Expected];
/** Cents, added and included taxes in cents, and the term that is bought. */
type Expected = { total: number; added: number[]; included: number; from: Day; until: Day };

const built = { packageId: 1013, productId: 'SUB2YEAR', services: ['1GB2', 'TONE2'] };

/** By hand, from the price lists, and the rates of each place. */
const rows: Row[] = [
  // 36,000; 6.25 % of 80 %: of 28,800.
  [
    'TX',
    '2027-01-31',
    1001,
    { packageId: 1012 },
    { total: 37_800, added: [1_800], included: 0, from: '2028-01-31', until: '2030-01-31' },
  ],
  // 14,400 × 6.5 %.
  [
    'WA',
    '2028-02-29',
    1002,
    { packageId: 1001 },
    { total: 15_336, added: [936], included: 0, from: '2029-02-28', until: '2030-02-28' },
  ],
  // 19,200 + 2 × 1,200, less a tenth, in whole dollars: 2,100.
  ['MN', '2028-02-29', 1001, built, { total: 21_300, added: [], included: 0, from: '2029-02-28', until: '2031-02-28' }],
  // 19,800 × 5 %, and × 9.975 %: 1,975.05.
  [
    'QC',
    '2027-08-31',
    1001,
    { packageId: 1002 },
    { total: 22_765, added: [990, 1_975], included: 0, from: '2028-08-31', until: '2029-08-31' },
  ],
  // 26,400 × 5 %, and × 6 %.
  [
    'SK',
    '2028-02-29',
    1002,
    { packageId: 1011 },
    { total: 29_304, added: [1_320, 1_584], included: 0, from: '2029-02-28', until: '2031-02-28' },
  ],
  // 14,400 × 14 %.
  [
    'NS',
    '2027-12-31',
    1002,
    { packageId: 1001 },
    { total: 16_416, added: [2_016], included: 0, from: '2028-12-31', until: '2029-12-31' },
  ],
  // 36,000 × 20 %.
  [
    'GB',
    '2027-12-31',
    1001,
    { packageId: 1012 },
    { total: 43_200, added: [7_200], included: 0, from: '2028-12-31', until: '2030-12-31' },
  ],
  [
    'AU',
    '2028-02-29',
    3063,
    { packageId: 3061 },
    { total: 15_400, added: [], included: 1_400, from: '2029-02-28', until: '2030-02-28' },
  ],
  [
    'NZ',
    '2027-01-31',
    4063,
    { packageId: 4061 },
    { total: 16_100, added: [], included: 2_100, from: '2028-01-31', until: '2029-01-31' },
  ],
  [
    'MX',
    '2027-03-31',
    5061,
    { packageId: 5063 },
    { total: 17_400, added: [], included: 2_400, from: '2028-03-31', until: '2029-03-31' },
  ],
];

test.each(rows)(
  'CHO2: in %s a plan of %s (%i) renews as chosen, for the amount, tax and term worked out by hand',
  async (place, begins, held, chosen, { total, added, included, from, until }) => {
    const { timeZone, ...where } = places[place];
    const site = await openSite();
    const toNoonOf = (day: Day) => site.clock.set(atHour({ day, hour: 12, timeZone }));
    toNoonOf(begins);
    const parent = await subscribe(site, {
      packageId: held,
      address: { address: { line1: '1 Main Street', line2: '', ...where }, timeZone },
      agreedToTerms: true,
      announced: false,
      ...(place === 'GB' && { nonce: frictionless }),
    });
    expect((await choose(site, parent, chosen)).body.plan).toMatchObject({ amount: total });
    for (const days of [-30, -7]) {
      toNoonOf(addDays(from, days));
      await runDue(site, { announced: false });
      const amount = (total / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
      expect((await lastMail(site, parent))?.text).toContain(`US$${amount}`);
    }
    toNoonOf(from);
    await runDue(site, { announced: false });
    expect((await charges(site)).at(-1)).toBe(total);
    expect(await subscriptionOf(site, parent)).toMatchObject({
      packageId: chosen.packageId,
      periodStart: from,
      periodEnd: until,
    });
    const { quote } = await site.dependencies.db
      .selectFrom('orders')
      .select('quote')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const { priced } = quote as StoredQuote;
    expect([priced.taxes.map(({ amountCents }) => amountCents), priced.includedTax]).toEqual([added, included]);
    toNoonOf(addDays(until, -1));
    await runDue(site, { announced: false });
    expect((await charges(site)).length).toBe(2);
  },
);
