import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allocate, couponPercent, couponPercentOff, divideRounded, formatCents } from './money.ts';

test('parts of an amount sum to it, each within a cent of its share', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10_000_000 }),
      fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 6 }),
      (cents, weights) => {
        const parts = allocate(cents, weights);
        const total = weights.reduce((sum, weight) => sum + weight, 0);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(cents);
        parts.forEach((part, index) =>
          expect(Math.abs(part - (cents * (weights[index] ?? 0)) / total)).toBeLessThanOrEqual(1),
        );
      },
    ),
  );
});

test('half a cent is rounded up, everything less down', () => {
  expect([divideRounded(1, 2), divideRounded(49, 100), divideRounded(14_400, 12), divideRounded(34_800, 24)]).toEqual([
    1, 0, 1_200, 1_450,
  ]);
  expect(divideRounded(8_999_999_999_999_999, 3)).toBe(3_000_000_000_000_000);
});

test('T13, 1-17, 9-37: amounts are written with two decimals and name the US dollar, in both languages', () => {
  expect([formatCents(0), formatCents(123_450), formatCents(-1_500)]).toEqual(['US$0.00', 'US$1,234.50', '−US$15.00']);
});

test('9-32, 9-42: the two coupon percents round in opposite directions', () => {
  expect(couponPercent(1_999, 10_000)).toBe(19);
  expect(couponPercentOff(8_001, 10_000)).toBe(19);
  expect([couponPercent(5, 0), couponPercentOff(5, 0)]).toEqual([0, 0]);
});
