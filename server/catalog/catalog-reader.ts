import type { Clock } from '../clock.ts';
import { cachedRead } from '../db/cached-read.ts';
import type { DbOrTrx } from '../db/pool.ts';
import {
  type Catalog,
  optionColumns,
  type Package,
  type PackageOption,
  packageColumns,
  publicationColumns,
} from './package-repository.ts';
import { allPrices, firstVersion, inForce, pricesOf } from './price-version.ts';

async function readStored(db: DbOrTrx): Promise<Catalog> {
  const [packages, options, features, rules, grants, versions, publications] = await Promise.all([
    db.selectFrom('packages').select(packageColumns).orderBy('position').execute(),
    db.selectFrom('packageOptions').select(optionColumns).orderBy('years').orderBy('position').execute(),
    db.selectFrom('packageFeatures').select(['name', 'optionName', 'newFeature', 'texts']).execute(),
    db.selectFrom('pricingRules').select(['phoneCountryCode', 'areaCode', 'pricingGroup']).execute(),
    db
      .selectFrom('entitlementGrants')
      .select(['grantedBy', 'entitlement', 'quantity'])
      .orderBy('entitlement')
      .execute(),
    db.selectFrom('priceVersions').select(['number', 'prices']).execute(),
    db.selectFrom('pricePublications').select(publicationColumns).execute(),
  ]);
  const items = {
    packages: packages.map((row) => ({ ...(row as Omit<Package, 'priceVersion'>), priceVersion: firstVersion })),
    options: options as PackageOption[],
  };
  return {
    ...items,
    features: new Map(features.map((feature) => [feature.name, feature])),
    rules,
    grants: Map.groupBy(grants, ({ grantedBy }) => grantedBy),
    prices: allPrices(pricesOf(items), versions),
    publications,
  };
}

/** As stored, at the prices of an instant. */
export async function readCatalogAt(db: DbOrTrx, at: Date): Promise<Catalog> {
  return inForce(await readStored(db), at);
}

type ReaderOptions = { db: DbOrTrx; clock: Clock; maxAgeMs?: number };

/** `version`: one whose prices are needed too. */
export type ReadCatalog = (version?: number | null) => Promise<Catalog>;

/**
 * A catalogue read at most once in `maxAgeMs`: every process sees an operator's change within that time, and earlier if
 * it meets a purchase that another process has made at newer prices. Its prices are those in force at each call.
 */
export function catalogReader({ db, clock, maxAgeMs = 10_000 }: ReaderOptions): ReadCatalog {
  const stored = cachedRead(() => readStored(db), maxAgeMs);
  return async (version) => {
    const known = await stored();
    const isKnown = known.prices.has(version ?? firstVersion);
    return inForce(isKnown ? known : await stored({ again: true }), clock.now());
  };
}
