import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Publication } from './package-repository.ts';
import { allPrices, scheduled, versionInForce } from './price-version.ts';

const day = (number: number) => new Date(Date.UTC(2027, 0, number));
const publication = (version: number, from: number, withdrawn: number | null = null): Publication => ({
  version,
  inForceFrom: day(from),
  withdrawnAt: withdrawn === null ? null : day(withdrawn),
});

test('a published price version applies exactly from its start time', () => {
  const publications = [publication(3, 20), publication(2, 10), publication(1, 15), publication(4, 12, 11)];
  const inForce = (at: Date) => versionInForce(publications, at);
  expect([9, 10, 12, 14, 15, 20, 400].map((number) => inForce(day(number)))).toEqual([1, 2, 2, 2, 1, 3, 3]);
  expect(inForce(new Date(day(20).getTime() - 1))).toBe(1);
  expect(scheduled(publications, day(15))?.version).toBe(3);
  expect(scheduled(publications, day(20))).toBeNull();
});

test('one price version is in force at a time, in whatever order publications are read', () => {
  const some = fc.uniqueArray(
    fc.record({ version: fc.integer({ min: 2, max: 9 }), from: fc.integer({ min: 1, max: 300 }) }),
    { selector: ({ from }) => from },
  );
  fc.assert(
    fc.property(some, fc.integer({ min: 0, max: 301 }), (rows, at) => {
      const publications = rows.map(({ version, from }) => publication(version, from));
      const begun = rows.filter(({ from }) => from <= at);
      const latest = begun.find(({ from }) => from === Math.max(...begun.map((row) => row.from)));
      expect(versionInForce(publications, day(at))).toBe(latest?.version ?? 1);
      expect(versionInForce(publications.toReversed(), day(at))).toBe(latest?.version ?? 1);
    }),
  );
});

test('an item newer than a price version keeps its initial price in that version', () => {
  const begun = { packages: { 1: { priceCents: 100, includedTaxCents: 0 } }, options: { A: { priceCents: 5 } } };
  const prices = allPrices(begun, [{ number: 2, prices: { packages: {}, options: { A: { priceCents: 7 } } } }]);
  expect(prices.get(1)).toEqual(begun);
  expect(prices.get(2)).toEqual({ ...begun, options: { A: { priceCents: 7 } } });
});
