import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCents, toDecimal } from './amounts.ts';

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [99, '0.99'],
  [100, '1.00'],
  [1999, '19.99'],
  [123_456_789, '1234567.89'],
])('%i cents are written %s', (cents, decimal) => {
  expect(toDecimal(cents)).toBe(decimal);
});

test('every amount survives a round trip', () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (cents) => toCents(toDecimal(cents)) === cents));
});

test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60])('PAY7: %d is not an amount in cents', (cents) => {
  expect(() => toDecimal(cents)).toThrow(RangeError);
});

test.each(['', '1.234', '-1.00', '1,00', 'NaN', '1e3'])('"%s" is not a decimal amount', (text) => {
  expect(toCents(text)).toBeNull();
});
