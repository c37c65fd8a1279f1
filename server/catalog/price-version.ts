import type { StoredPrices } from '../db/tables/column-types.ts';
import type { Catalog, Publication } from './package-repository.ts';

/** Versions of all prices. One is in force from its publication until the next. */
export const firstVersion = 1;

/** The latest publication that has taken effect, whether or not any process ran at that moment. */
export function versionInForce(publications: readonly Publication[], at: Date): number {
  const [latest] = publications
    .filter(({ inForceFrom, withdrawnAt }) => withdrawnAt === null && inForceFrom <= at)
    .toSorted((one, other) => other.inForceFrom.getTime() - one.inForceFrom.getTime());
  return latest?.version ?? firstVersion;
}

/** The instant of a scheduled publication; null if there is none. There is at most one. */
export function scheduled(publications: readonly Publication[], at: Date): Publication | null {
  return publications.find(({ inForceFrom, withdrawnAt }) => withdrawnAt === null && inForceFrom > at) ?? null;
}

export type VersionState = 'DRAFT' | 'SCHEDULED' | 'IN_FORCE' | 'PAST' | 'WITHDRAWN';

/** The state of a version: the first needed no publication. */
export function stateOf(version: number, publications: readonly Publication[], at: Date): VersionState {
  if (versionInForce(publications, at) === version) return 'IN_FORCE';
  if (scheduled(publications, at)?.version === version) return 'SCHEDULED';
  const own = publications.filter((one) => one.version === version);
  if (version === firstVersion || own.some(({ withdrawnAt }) => withdrawnAt === null)) return 'PAST';
  return own.length > 0 ? 'WITHDRAWN' : 'DRAFT';
}

/**
 * Prices by version. An item that a version does not contain, because it was added later, has its initial price in it.
 */
export function allPrices(
  initial: StoredPrices,
  versions: readonly { number: number; prices: StoredPrices }[],
): Map<number, StoredPrices> {
  const complete = versions.map(({ number, prices }): [number, StoredPrices] => [
    number,
    { packages: { ...initial.packages, ...prices.packages }, options: { ...initial.options, ...prices.options } },
  ]);
  return new Map([[firstVersion, initial], ...complete]);
}

/** The same catalogue at the prices of another version. */
export function atVersion(catalog: Catalog, version: number): Catalog {
  const prices = catalog.prices.get(version);
  if (!prices) throw new Error(`There is no price version ${version}`);
  return {
    ...catalog,
    packages: catalog.packages.map((one) => ({ ...one, ...prices.packages[one.id], priceVersion: version })),
    options: catalog.options.map((one) => ({ ...one, ...prices.options[one.code] })),
  };
}

/** The same catalogue at the prices of a moment. */
export function inForce(catalog: Catalog, at: Date): Catalog {
  return atVersion(catalog, versionInForce(catalog.publications, at));
}

type PricedItems = {
  packages: readonly { id: number; priceCents: number; includedTaxCents: number }[];
  options: readonly { code: string; priceCents: number }[];
};

/** All prices of a catalogue, in the format of a version. */
export function pricesOf({ packages, options }: PricedItems): StoredPrices {
  return {
    packages: Object.fromEntries(
      packages.map(({ id, priceCents, includedTaxCents }) => [id, { priceCents, includedTaxCents }]),
    ),
    options: Object.fromEntries(options.map(({ code, priceCents }) => [code, { priceCents }])),
  };
}
