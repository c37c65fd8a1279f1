import { expect, test } from 'vitest';
import type { Day } from '#contract/fields/day.ts';
import { lapsed, subscription, waiting } from '#web/mock/account-fixtures.ts';
import { termLine } from './term-line.ts';

const at = (today: Day) => subscription({ term: { ...subscription().term, today } });

test('today and the reminders are placed on the line by their days, and never beside it', () => {
  expect(termLine(at('2026-11-21'))).toEqual({ until: '2027-11-21', today: 0, reminders: [91.8, 98.1] });
  expect(termLine(at('2027-05-22')).today).toBeCloseTo(49.9);
  expect(termLine(at('2028-01-01')).today).toBe(100);
  expect(termLine(at('2026-01-01')).today).toBe(0);
});

test('a term that waits for its payment extends to the day on which it ends without one', () => {
  const line = termLine(waiting);
  expect(line.until).toBe('2026-12-05');
  expect(line.today).toBeLessThan(100);
});

test('a term that was never paid is a line without a length, not a broken one', () => {
  const term = { ...lapsed.term, from: '2026-11-21', today: '2026-11-21' } as const;
  expect(termLine({ term, periodEnd: '2026-11-21', waiting: null })).toMatchObject({ today: 100 });
});

test('a reminder of days before a term began is not drawn', () => {
  const short = subscription({
    periodEnd: '2026-11-30',
    term: { ...subscription().term, reminders: ['2026-10-31', '2026-11-23'] },
  });
  expect(termLine(short).reminders).toHaveLength(1);
});
