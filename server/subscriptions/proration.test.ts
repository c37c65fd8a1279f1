import fc from 'fast-check';
import { expect, test } from 'vitest';
import { utcDay } from '#contract/fields/day.ts';
import { addDays, anniversary, daysBetween } from './calendar.ts';
import { netOf, type PaidPart, paidFrom, prorate, unusedCents } from './proration.ts';

const year = { periodStart: '2026-03-14', periodEnd: '2027-03-14', years: 1 } as const;

test.each([
  { when: 'day 0', today: '2026-03-14', rest: 19_800, credit: 14_400, due: 5_400 },
  { when: 'day 1', today: '2026-03-15', rest: 19_746, credit: 14_361, due: 5_385 },
  { when: 'half-way', today: '2026-09-12', rest: 9_927, credit: 7_220, due: 2_707 },
  { when: 'day 364', today: '2027-03-13', rest: 54, credit: 39, due: 15 },
  { when: 'the instant of renewal', today: '2027-03-14', rest: 0, credit: 0, due: 0 },
  { when: 'a day past the end', today: '2027-03-15', rest: 0, credit: 0, due: 0 },
] as const)('BIL4: from 144.00 to 198.00 on $when costs $due cents', ({ today, rest, credit, due }) => {
  const paid = [{ netCents: 14_400, from: year.periodStart }];
  expect(prorate({ ...year, fullTermCents: 19_800, paid, today })).toMatchObject({
    restCents: rest,
    creditCents: credit,
    dueCents: due,
  });
});

const given = { periodStart: '2026-03-14', periodEnd: '2026-04-13', years: 1, fullTermCents: 28_800, paid: 0 } as const;
const extended = { ...given, periodEnd: '2028-03-14', paid: 14_400 } as const;

test.each([
  { what: 'thirty days given', ...given, today: '2026-03-14', rest: 2_367, credit: 0, due: 2_367 },
  {
    what: 'one day given of a plan for two years',
    ...given,
    periodEnd: '2026-03-15',
    years: 2 as const,
    fullTermCents: 57_600,
    today: '2026-03-14',
    rest: 79,
    credit: 0,
    due: 79,
  },
  {
    what: 'half of an imported month',
    ...given,
    periodEnd: '2026-04-14',
    paid: 1_200,
    today: '2026-03-30',
    rest: 1_184,
    credit: 581,
    due: 603,
  },
  { what: 'a year with a year on top', ...extended, today: '2026-03-14', rest: 57_521, credit: 14_400, due: 43_121 },
  { what: 'its last year', ...extended, today: '2027-03-14', rest: 28_800, credit: 14_400, due: 14_400 },
  { what: 'its last day', ...extended, today: '2028-03-13', rest: 79, credit: 39, due: 40 },
  {
    what: 'a year paid ahead that has not begun',
    ...extended,
    periodEnd: '2027-03-14',
    today: '2026-02-20',
    rest: 28_800,
    credit: 14_400,
    due: 14_400,
  },
] as const)('$what: the larger plan costs $rest cents by the day of its own term, less $credit unused', (one) => {
  const paid = one.paid === 0 ? [] : [{ netCents: one.paid, from: paidFrom(one) }];
  const { restCents, creditCents, dueCents } = prorate({ ...one, paid });
  expect({ rest: restCents, credit: creditCents, due: dueCents }).toEqual({
    rest: one.rest,
    credit: one.credit,
    due: one.due,
  });
});

test.each([
  { periodStart: '2028-02-28', periodEnd: '2029-02-28', years: 1 },
  { periodStart: '2028-02-29', periodEnd: '2029-02-28', years: 1 },
  { periodStart: '2027-02-28', periodEnd: '2028-02-29', years: 1 },
  { periodStart: '2028-02-29', periodEnd: '2030-02-28', years: 2 },
  { periodStart: '2026-03-14', periodEnd: '2028-03-14', years: 2 },
] as const)('BIL4: from $periodStart to $periodEnd is a whole term: its first day costs the full price', (period) => {
  expect(prorate({ ...period, fullTermCents: 28_800, paid: [], today: period.periodStart }).dueCents).toBe(28_800);
});

test('BIL4: a second upgrade the same day gets full credit for the first', () => {
  const today = '2026-09-12';
  const paid: PaidPart[] = [{ netCents: 10_800, from: year.periodStart }];
  const first = prorate({ ...year, fullTermCents: 14_400, paid, today });
  paid.push({ netCents: first.dueCents, from: today });
  const second = prorate({ ...year, fullTermCents: 19_800, paid, today });
  const atOnce = prorate({ ...year, fullTermCents: 19_800, paid: paid.slice(0, 1), today });
  expect(Math.abs(first.dueCents + second.dueCents - atOnce.dueCents)).toBeLessThanOrEqual(1);
});

const periods = fc
  .tuple(
    fc
      .date({ min: new Date('2024-01-01T00:00:00Z'), max: new Date('2040-12-31T00:00:00Z'), noInvalidDate: true })
      .map(utcDay),
    fc.constantFrom(1 as const, 2 as const),
  )
  .map(([periodStart, years]) => ({ periodStart, periodEnd: anniversary(periodStart, years), years }));
const cents = fc.integer({ min: 0, max: 200_000 });

test('BIL4: never negative, lines sum, and no more credit than was paid', () => {
  fc.assert(
    fc.property(
      periods,
      fc.integer({ min: -1, max: 800 }),
      cents,
      fc.array(cents, { minLength: 1, maxLength: 4 }),
      (period, day, fullTermCents, amounts) => {
        const today = addDays(period.periodStart, Math.max(0, day));
        const paid = amounts
          .map((netCents, index) => ({ netCents, from: addDays(period.periodStart, index) }))
          .filter(({ from }) => from <= today);
        const { restCents, creditCents, dueCents } = prorate({ ...period, fullTermCents, paid, today });
        expect(dueCents).toBeGreaterThanOrEqual(0);
        expect(restCents - creditCents).toBe(dueCents);
        expect(creditCents).toBeLessThanOrEqual(paid.reduce((sum, { netCents }) => sum + netCents, 0));
        expect(restCents).toBeLessThanOrEqual(fullTermCents);
      },
    ),
  );
});

test('BIL4: repeated upgrades cost their pro rata sum, within a cent each', () => {
  fc.assert(
    fc.property(
      periods,
      fc.array(fc.integer({ min: 0, max: 360 }), { minLength: 1, maxLength: 6 }),
      (period, steps) => {
        let price = 10_000;
        const paid: PaidPart[] = [{ netCents: price, from: period.periodStart }];
        const length = daysBetween(period.periodStart, period.periodEnd);
        let exact = 0;
        for (const step of steps.toSorted((one, other) => one - other)) {
          const today = addDays(period.periodStart, step);
          const { dueCents } = prorate({ ...period, fullTermCents: price + 1_200, paid, today });
          exact += (1_200 * (length - step)) / length;
          price += 1_200;
          paid.push({ netCents: dueCents, from: today });
        }
        const charged = paid.slice(1).reduce((sum, { netCents }) => sum + netCents, 0);
        expect(Math.abs(charged - exact)).toBeLessThanOrEqual(steps.length * (steps.length + 1));
      },
    ),
  );
});

test('BIL4: any number of upgrades in an extended term pays each plan for its own remaining days', () => {
  fc.assert(
    fc.property(
      periods,
      fc.integer({ min: 0, max: 800 }),
      fc.array(fc.integer({ min: 0, max: 1_500 }), { minLength: 1, maxLength: 6 }),
      (term, onTop, steps) => {
        const period = { ...term, periodEnd: addDays(term.periodEnd, onTop) };
        const { periodStart, periodEnd } = period;
        const days = steps.map((step) => addDays(periodStart, step)).filter((day) => day < periodEnd);
        const upgrades: PaidPart[] = [];
        let price = 10_000;
        for (const today of days.toSorted()) {
          price += 1_200;
          const paid = [{ netCents: 10_000, from: paidFrom(period, upgrades[0]?.from) }, ...upgrades];
          const { restCents, dueCents } = prorate({ ...period, fullTermCents: price, paid, today });
          upgrades.push({ netCents: dueCents, from: today });
          const after = [{ netCents: 10_000, from: paidFrom(period, upgrades[0]?.from) }, ...upgrades];
          expect(Math.abs(unusedCents(after, { periodEnd, today }) - restCents)).toBeLessThanOrEqual(paid.length);
        }
      },
    ),
  );
});

test('the unused amount never grows over time', () => {
  fc.assert(
    fc.property(periods, cents, fc.integer({ min: 0, max: 700 }), (period, netCents, day) => {
      const paid = [{ netCents, from: period.periodStart }];
      const on = (count: number) =>
        unusedCents(paid, { periodEnd: period.periodEnd, today: addDays(period.periodStart, count) });
      expect(on(day + 1)).toBeLessThanOrEqual(on(day));
    }),
  );
});

test.each([
  { paidCents: 15_390, netTotal: 14_400, addedTax: 990, net: 14_400 },
  { paidCents: 14_400, netTotal: 14_400, addedTax: 0, net: 14_400 },
  { paidCents: 15_390, netTotal: 28_800, addedTax: 1_980, net: 14_400 },
  { paidCents: 0, netTotal: 0, addedTax: 0, net: 0 },
])('of $paidCents cents, $net remain without the tax that was added', ({ net, paidCents, ...order }) => {
  expect(netOf(paidCents, order)).toBe(net);
});
