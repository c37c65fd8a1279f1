import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Day, utcDay } from '#contract/fields/day.ts';
import { addDays, anniversary, daysBetween } from './calendar.ts';
import {
  afterDecline,
  afterNewMethod,
  type Dunning,
  nextPeriod,
  nextTry,
  reminderDays,
  reminderWindow,
  renewalActionOn,
} from './renewal-schedule.ts';

const days = fc
  .date({ min: new Date('2024-01-01T00:00:00Z'), max: new Date('2050-12-31T00:00:00Z'), noInvalidDate: true })
  .map(utcDay);

test.each([
  { anchorDate: '2026-03-14', periodEnd: '2027-03-14', next: '2028-03-14' },
  { anchorDate: '2026-03-14', periodEnd: '2028-03-14', next: '2029-03-14' },
  // Thirty days were added to the first year.
  { anchorDate: '2026-03-14', periodEnd: '2027-04-13', next: '2028-04-13' },
  { anchorDate: '2028-02-29', periodEnd: '2029-02-28', next: '2030-02-28' },
  { anchorDate: '2028-02-29', periodEnd: '2031-02-28', next: '2032-02-29' },
] as const)(
  'BIL3: begun on $anchorDate and paid until $periodEnd, the next year ends on $next',
  ({ next, ...subscription }) => {
    expect(nextPeriod(subscription)).toEqual({ periodStart: subscription.periodEnd, periodEnd: next });
  },
);

test('BIL3, 9-40: thirty renewals in a row of any first term touch without gap or overlap', () => {
  fc.assert(
    fc.property(days, fc.constantFrom(1, 2), (anchorDate, years) => {
      let periodEnd = anniversary(anchorDate, years);
      for (let year = years + 1; year < years + 30; year++) {
        const next = nextPeriod({ anchorDate, periodEnd });
        expect(next).toEqual({ periodStart: periodEnd, periodEnd: anniversary(anchorDate, year) });
        periodEnd = next.periodEnd;
      }
    }),
    { numRuns: 50 },
  );
});

const announced = { paused: false, announcedOn: '2027-02-12', suspension: null } as const;
const due: Dunning = { periodEnd: '2027-03-14', autoRenew: true, declinedOn: null, retryOn: null };

describe('the next action for a subscription', () => {
  test.each([
    ['the day before', '2027-03-13', {}, 'NOT_DUE'],
    [
      'T4: paid again on the morning of its first day',
      '2027-03-13',
      { declinedOn: '2027-03-14', retryOn: '2027-03-13' },
      'CHARGE',
    ],
    ['on its day', '2027-03-14', {}, 'CHARGE'],
    ['BIL2: after three days without a scheduler', '2027-03-17', {}, 'CHARGE'],
    ['a month late, when nobody expects it any more', '2027-04-14', {}, 'LAPSE'],
    ['BIL7: cancelled, the day before', '2027-03-13', { autoRenew: false }, 'NOT_DUE'],
    ['BIL7: cancelled, on its day', '2027-03-14', { autoRenew: false }, 'LAPSE'],
    ['between two tries', '2027-03-16', { declinedOn: '2027-03-14', retryOn: '2027-03-17' }, 'WAIT'],
    ['on the day of a try', '2027-03-17', { declinedOn: '2027-03-14', retryOn: '2027-03-17' }, 'CHARGE'],
    ['after the day of a missed try', '2027-03-30', { declinedOn: '2027-03-14', retryOn: '2027-03-21' }, 'CHARGE'],
    ['BIL2: a try more than a month late', '2027-05-01', { declinedOn: '2027-03-14', retryOn: '2027-03-21' }, 'LAPSE'],
    ['after a hard decline', '2027-03-20', { declinedOn: '2027-03-14', retryOn: null }, 'WAIT'],
    ['a week after a hard decline', '2027-03-21', { declinedOn: '2027-03-14', retryOn: null }, 'LAPSE'],
    [
      'cancelled between two tries',
      '2027-03-16',
      { autoRenew: false, declinedOn: '2027-03-14', retryOn: '2027-03-17' },
      'LAPSE',
    ],
  ] as const)('%s', (_case, today, change, action) => {
    expect(renewalActionOn(today, { ...due, ...change }, announced)).toBe(action);
  });
});

test.each([
  ['2027-03-14', 'soft', '2027-03-17'],
  ['2027-03-17', 'soft', '2027-03-19'],
  ['2027-03-18', 'soft', '2027-03-19'],
  ['2027-03-19', 'soft', '2027-03-21'],
  ['2027-03-21', 'soft', null],
  ['2027-03-14', 'hard', null],
] as const)('BIL6: declined first on the 14th and now on %s (%s), the next try is on %s', (today, kind, retryOn) => {
  expect(nextTry({ declinedOn: '2027-03-14', today, kind })).toBe(retryOn);
});

test('BIL6: with soft declines alone there are four tries, then it lapses', () => {
  let subscription = due;
  const tries: string[] = [];
  for (let today: Day = '2027-03-14'; today <= '2027-04-30'; today = addDays(today, 1)) {
    const action = renewalActionOn(today, subscription, announced);
    if (action === 'LAPSE') break;
    if (action !== 'CHARGE') continue;
    tries.push(today);
    subscription = afterDecline(subscription, { today, kind: 'soft' });
    if (renewalActionOn(today, subscription, announced) === 'LAPSE') break;
  }
  expect(tries).toEqual(['2027-03-14', '2027-03-17', '2027-03-19', '2027-03-21']);
  expect(renewalActionOn('2027-03-21', subscription, announced)).toBe('LAPSE');
});

test('BIL6: a new payment method is tried at once, once', () => {
  const stopped = afterDecline(due, { today: '2027-03-14', kind: 'hard' });
  const renewed = afterNewMethod(stopped, '2027-03-18');
  expect(renewalActionOn('2027-03-18', renewed, announced)).toBe('CHARGE');
  expect(renewalActionOn('2027-03-18', afterDecline(renewed, { today: '2027-03-18', kind: 'hard' }), announced)).toBe(
    'WAIT',
  );
  expect(afterNewMethod(due, '2027-03-18')).toEqual(due);
});

test('a declined subscription is tried at most once a day and always ends', () => {
  const outcomes = fc.array(fc.constantFrom('soft' as const, 'hard' as const), { minLength: 10, maxLength: 10 });
  fc.assert(
    fc.property(outcomes, fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }), (kinds, schedulerRuns) => {
      let subscription = due;
      let tries = 0;
      let ended = false;
      for (const [day, runs] of [...schedulerRuns, true, true].entries()) {
        const today = addDays('2027-03-14', day);
        if (!runs || ended) continue;
        if (renewalActionOn(today, subscription, announced) === 'CHARGE')
          subscription = afterDecline(subscription, { today, kind: kinds[tries++] ?? 'hard' });
        expect(renewalActionOn(today, subscription, announced)).not.toBe('CHARGE');
        ended = renewalActionOn(today, subscription, announced) === 'LAPSE';
      }
      expect(ended).toBe(true);
      expect(tries).toBeLessThanOrEqual(4);
    }),
  );
});

test('the reminder windows of 30 and 7 days do not overlap', () => {
  expect(reminderWindow(30)).toEqual({ least: 8, most: 30 });
  expect(reminderWindow(7)).toEqual({ least: -23, most: 7 });
});

test('a scheduler that ran at least once in each window sends both reminders before the day', () => {
  fc.assert(
    fc.property(fc.integer({ min: 8, max: 30 }), fc.integer({ min: 1, max: 7 }), (first, second) => {
      const inWindow = reminderDays.map((days, index) => {
        const left = index === 0 ? first : second;
        const { least, most } = reminderWindow(days);
        return least <= left && left <= most;
      });
      expect(inWindow).toEqual([true, true]);
      expect(daysBetween(addDays(due.periodEnd, -first), due.periodEnd)).toBe(first);
    }),
  );
});

test('SUS1: whatever the days of a suspension, nothing is due during it, nor a lapse for having waited, and a charge comes a week after its announcement', () => {
  const count = fc.integer({ min: -40, max: 400 });
  fc.assert(
    fc.property(count, fc.nat(400), fc.nat(400), fc.boolean(), (start, length, wait, isDeclined) => {
      const begins = addDays(due.periodEnd, start);
      const until = addDays(begins, length);
      const retry = { ...due, declinedOn: due.periodEnd, retryOn: addDays(begins, 1) };
      const subscription = isDeclined ? retry : due;
      const inside = addDays(begins, Math.min(wait, length));
      const whileOpen = renewalActionOn(inside, subscription, {
        ...announced,
        suspension: { isOpen: true, until: inside },
      });
      expect(['WAIT', 'NOT_DUE']).toContain(whileOpen);
      const after = addDays(until, wait);
      const action = renewalActionOn(after, subscription, { ...announced, suspension: { isOpen: false, until } });
      const passed = (isDeclined ? retry.retryOn : due.periodEnd) < until;
      if (passed) expect(action).not.toBe('CHARGE');
    }),
    { numRuns: 300 },
  );
});
