import { expect, test } from 'vitest';
import { bundlePrice, bundleSizes } from './code-bundles.ts';

test.each([
  [5, 14_400, 3_600, 68_400],
  [10, 14_400, 14_400, 129_600],
  [25, 19_800, 74_250, 420_750],
  [5, 14_901, 3_725, 70_780],
] as const)('%i codes of %i cents: %i off, %i to pay', (size, faceCents, discountCents, totalCents) => {
  expect(bundlePrice({ size, faceCents })).toMatchObject({ discountCents, totalCents });
});

test('discount and price of a bundle sum to its value', () => {
  for (const size of bundleSizes) {
    for (let faceCents = 9_600; faceCents < 9_700; faceCents += 7) {
      const { listCents, discountCents, totalCents } = bundlePrice({ size, faceCents });
      expect(discountCents + totalCents).toBe(listCents);
      expect(listCents).toBe(size * faceCents);
    }
  }
});
