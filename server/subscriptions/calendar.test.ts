import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, anniversary, dayOf, dueDay, turnOf, yearsBetween } from './calendar.ts';

const days = fc.date({ min: new Date('2020-01-01T00:00:00Z'), max: new Date('2060-12-31T00:00:00Z'), noInvalidDate: true }).map(dayOf);

test.each([
  ['2028-02-29', 1, '2029-02-28'],
  ['2028-02-29', 3, '2031-02-28'],
  ['2028-02-29', 4, '2032-02-29'],
  ['2096-02-29', 4, '2100-02-28'],
  ['2027-02-28', 1, '2028-02-28'],
  ['2026-01-31', 1, '2027-01-31'],
  ['2026-12-31', 2, '2028-12-31'],
  ['2027-03-01', 1, '2028-03-01'],
])('BIL3: a subscription that began on %s ends its year %i on %s', (anchor, years, end) => {
  expect(anniversary(anchor, years)).toBe(end);
  expect(yearsBetween(anchor, end)).toBe(years);
  expect(yearsBetween(anchor, addDays(end, -1))).toBe(years - 1);
});

test('BIL3: anniversaries of any day leave no gap and no overlap, and keep the day of the month', () => {
  fc.assert(
    fc.property(days, fc.integer({ min: 1, max: 30 }), (anchor, years) => {
      const end = anniversary(anchor, years);
      expect(end > anniversary(anchor, years - 1)).toBe(true);
      expect(yearsBetween(anchor, end)).toBe(years);
      expect(end.slice(5)).toBe(anchor.endsWith('02-29') && !leap(end) ? '02-28' : anchor.slice(5));
    }),
  );
});

function leap(day: string): boolean {
  return Temporal.PlainDate.from(day).inLeapYear;
}

/** Offsets of the inhabited world's time zones, in minutes, half and quarter hours included. */
const offsets = [-11 * 60, -9.5 * 60, -5 * 60, 0, 5.75 * 60, 12.75 * 60, 14 * 60];

test.each(offsets)('BIL3, REL7: where clocks stand %i minutes from UTC, a day never counts before it has begun', (offset) => {
  const turn = turnOf('2027-03-01');
  const localDay = dayOf(new Date(turn.getTime() + offset * 60_000));
  expect(localDay >= '2027-03-01').toBe(true);
  expect(localDay <= '2027-03-02').toBe(true);
});

test('REL7: the day turns at one instant, ten minutes of a wrong clock apart from it nothing changes', () => {
  const minute = 60_000;
  const turn = turnOf('2027-03-01').getTime();
  expect(dueDay(new Date(turn - 1))).toBe('2027-02-28');
  expect(dueDay(new Date(turn))).toBe('2027-03-01');
  expect(dueDay(new Date(turn + 10 * minute))).toBe('2027-03-01');
  // Ten minutes early is still the renewal's own day wherever people live.
  expect(dayOf(new Date(turn - 10 * minute - 11 * 60 * minute))).toBe('2027-03-01');
});

test('REL7: daylight saving and leap days do not move the turn', () => {
  fc.assert(
    fc.property(days, (day) => {
      expect(dueDay(turnOf(day))).toBe(day);
      expect(turnOf(addDays(day, 1)).getTime() - turnOf(day).getTime()).toBe(86_400_000);
    }),
  );
});
