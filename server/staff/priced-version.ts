import { readCatalogAt } from '../catalog/catalog-reader.ts';
import { stateOf, type VersionState, versionInForce } from '../catalog/price-version.ts';
import { type PriceVersion, readPriceVersions } from '../catalog/price-version-repository.ts';
import type { DbOrTrx } from '../db/pool.ts';
import type { Priced } from './price-items.ts';

/** The version in a subject: `3`, or `3.2.1` with the revisions that were shown. */
export const versionIn = (subject: string) => Number(/^\d{1,6}/.exec(subject)?.[0] ?? 0);

/** A version of all prices as staff see it; `catalog`: with the prices in force. */
export type PricedVersion = PriceVersion & Priced & { state: VersionState; inForce: number };

/** Null if there is no such version. */
export async function readPricedVersion(
  db: DbOrTrx,
  { number, at }: { number: number; at: Date },
): Promise<PricedVersion | null> {
  const catalog = await readCatalogAt(db, at);
  const version = (await readPriceVersions(db)).find((one) => one.number === number);
  if (!version) return null;
  return {
    ...version,
    // Including items added to the catalogue since.
    prices: catalog.prices.get(number) ?? version.prices,
    catalog,
    state: stateOf(number, catalog.publications, at),
    inForce: versionInForce(catalog.publications, at),
  };
}
