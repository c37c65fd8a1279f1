import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Day, dayIn, utcDay } from '#contract/fields/day.ts';
import { addDays, anniversary, dueDay, dueInstant, yearsBetween } from './calendar.ts';

const days = fc
  .date({ min: new Date('2020-01-01T00:00:00Z'), max: new Date('2060-12-31T00:00:00Z'), noInvalidDate: true })
  .map(utcDay);

test.each([
  ['2028-02-29', 1, '2029-02-28'],
  ['2028-02-29', 3, '2031-02-28'],
  ['2028-02-29', 4, '2032-02-29'],
  ['2096-02-29', 4, '2100-02-28'],
  ['2027-02-28', 1, '2028-02-28'],
  ['2026-01-31', 1, '2027-01-31'],
  ['2026-12-31', 2, '2028-12-31'],
  ['2027-03-01', 1, '2028-03-01'],
] as const)('BIL3: a subscription that began on %s ends its year %i on %s', (anchor, years, end) => {
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

function leap(day: Day): boolean {
  return Temporal.PlainDate.from(day).inLeapYear;
}

/** Zones on both sides of the date line, with half-hour offsets and with clock changes; all others are similar. */
const zones = [
  'Pacific/Kiritimati',
  'Pacific/Chatham',
  'Pacific/Auckland',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Europe/London',
  'UTC',
  'America/St_Johns',
  'America/Mexico_City',
  'America/Los_Angeles',
  'America/Adak',
  'Pacific/Honolulu',
  'Pacific/Pago_Pago',
];
const instants = fc.date({
  min: new Date('2020-01-01T00:00:00Z'),
  max: new Date('2060-12-31T00:00:00Z'),
  noInvalidDate: true,
});
const minute = 60_000;

test('M7: in any time zone the receipt, the renewal and its charge fall on the same local day of the year', () => {
  fc.assert(
    fc.property(instants, fc.constantFrom(...zones), fc.integer({ min: 1, max: 4 }), (paidAt, zone, years) => {
      const receiptDay = dayIn(paidAt, zone);
      const renewalDay = anniversary(receiptDay, years);
      const charge = dueInstant(renewalDay, zone);
      expect(dayIn(charge, zone)).toBe(renewalDay);
      expect(renewalDay.slice(5)).toBe(
        receiptDay.endsWith('02-29') && !leap(renewalDay) ? '02-28' : receiptDay.slice(5),
      );
    }),
  );
});

test('REL7, BIL3: in every time zone each day becomes due once, within that local day', () => {
  fc.assert(
    fc.property(days, fc.constantFrom(...zones), (day, zone) => {
      const turn = dueInstant(day, zone);
      expect([dueDay(turn, zone), dueDay(new Date(turn.getTime() - 1), zone)]).toEqual([day, addDays(day, -1)]);
      // With the clock off by ten minutes it is still the same day there.
      for (const off of [-10, 10]) expect(dayIn(new Date(turn.getTime() + off * minute), zone)).toBe(day);
      const length = dueInstant(addDays(day, 1), zone).getTime() - turn.getTime();
      expect(Math.abs(length - 1_440 * minute)).toBeLessThanOrEqual(60 * minute);
    }),
  );
});
