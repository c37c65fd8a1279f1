import { readCatalogAt } from '../catalog/catalog-reader.ts';
import { type PriceVersion, readPriceVersions } from '../catalog/price-version-repository.ts';
import { stateOf, versionInForce, type VersionState } from '../catalog/price-version.ts';
import type { DbOrTrx } from '../db/pool.ts';
import type { Priced } from './price-items.ts';

/** `3`, or `3.2.1`: a version, and what of it was shown. */
export const versionIn = (subject: string) => Number(/^\d{1,6}/.exec(subject)?.[0] ?? 0);

/** A version of all prices as staff see it; `catalog`: at the prices in force. */
export type KnownVersion = PriceVersion & Priced & { state: VersionState; inForce: number };

/** Null for a number that no version has. */
export async function readKnownVersion(
  db: DbOrTrx,
  { number, at }: { number: number; at: Date },
): Promise<KnownVersion | null> {
  const catalog = await readCatalogAt(db, at);
  const version = (await readPriceVersions(db)).find((one) => one.number === number);
  if (!version) return null;
  return {
    ...version,
    // With what came into the catalogue since.
    prices: catalog.prices.get(number) ?? version.prices,
    catalog,
    state: stateOf(number, catalog.publications, at),
    inForce: versionInForce(catalog.publications, at),
  };
}
