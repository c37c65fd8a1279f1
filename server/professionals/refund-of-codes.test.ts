import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bundlePrice, bundleSizes } from '#contract/professionals/code-bundles.ts';
import { refundOfCodes } from './code-bundle.ts';

test('1-15: partial refunds of a bundle’s unused codes sum to the price paid, and never exceed it', () => {
  const cuts = fc.array(fc.integer({ min: 1, max: 25 }), { maxLength: 25 });
  fc.assert(
    fc.property(
      fc.constantFrom(...bundleSizes),
      fc.integer({ min: 1, max: 99_999 }),
      cuts,
      (size, faceCents, steps) => {
        const { totalCents } = bundlePrice({ size, faceCents });
        let before = 0;
        let back = 0;
        for (const step of [...steps, size]) {
          const count = Math.min(step, size - before);
          const amount = refundOfCodes({ totalCents, size, before, count });
          expect(amount).toBeGreaterThanOrEqual(0);
          back += amount;
          before += count;
          expect(back).toBeLessThanOrEqual(totalCents);
        }
        expect(back).toBe(totalCents);
      },
    ),
  );
});
