import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDocumentNumber } from './document-number.ts';

const numbers = fc.integer({ min: 1_000_001, max: 9_999_999 });
const invoiceNumber = (number: number, series = 'AU') => formatDocumentNumber({ series, number });
const figuresOf = (number: number) => invoiceNumber(number).replaceAll(/\D/g, '');

test('invoice numbers are short and unique', () => {
  expect(invoiceNumber(1_000_001)).toBe('EK-AU-1000-0012');
  expect(invoiceNumber(1_000_001, 'AU-CR')).toBe('EK-AU-CR-1000-0012');
  fc.assert(
    fc.property(numbers, numbers, (one, other) => {
      expect(invoiceNumber(one)).toMatch(/^EK-AU-\d{4}-\d{4}$/);
      expect(invoiceNumber(one) === invoiceNumber(other)).toBe(one === other);
    }),
  );
});

test('the check digit detects one wrong digit and two swapped neighbours', () => {
  fc.assert(
    fc.property(numbers, fc.nat({ max: 7 }), fc.integer({ min: 1, max: 9 }), (number, place, by) => {
      const figures = figuresOf(number);
      const misread = figures.slice(0, place) + ((Number(figures[place]) + by) % 10) + figures.slice(place + 1);
      const [one = '', other = ''] = figures.slice(place, place + 2);
      const swapped = figures.slice(0, place) + other + one + figures.slice(place + 2);
      for (const heard of [misread, swapped]) {
        if (heard !== figures && heard.length === 8) expect(figuresOf(Number(heard.slice(0, -1)))).not.toBe(heard);
      }
    }),
  );
});
