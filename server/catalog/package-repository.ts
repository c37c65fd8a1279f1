import type { Selectable } from 'kysely';
import type { DbOrTrx } from '../db/pool.ts';
import type { Database, Row } from '../db/schema.ts';
import type { StoredPrices } from '../db/tables/column-types.ts';
import type { PriceList, PricingRule } from './pricing-group.ts';

export const packageColumns = [
  'id',
  'priceList',
  'packageName',
  'years',
  'priceCents',
  'includedTaxCents',
  'position',
  'primaryFeatures',
  'secondaryFeatures',
  'texts',
  'onSale',
] as const;
export const optionColumns = ['code', 'optionName', 'years', 'priceCents', 'isDefault', 'experiment', 'texts'] as const;

export type Package = Omit<Row<'packages', typeof packageColumns>, 'priceList' | 'years'> & {
  priceList: PriceList;
  years: 1 | 2;
  /** The version that this price belongs to. */
  priceVersion: number;
};
export type PackageOption = Omit<Row<'packageOptions', typeof optionColumns>, 'years'> & { years: 1 | 2 };
export type Grant = { entitlement: string; quantity: number };
export type PackageFeature = Selectable<Database['packageFeatures']>;

export const publicationColumns = ['version', 'inForceFrom', 'withdrawnAt'] as const;
/** The instant from which a price version is in force. */
export type Publication = Row<'pricePublications', typeof publicationColumns>;

/** Everything for sale, at the prices of one version. Small and rarely changed, so it is read as a whole. */
export type Catalog = {
  packages: readonly Package[];
  options: readonly PackageOption[];
  features: ReadonlyMap<string, PackageFeature>;
  rules: readonly PricingRule[];
  /** By the feature or option that grants them, or the role that has them without a plan. */
  grants: ReadonlyMap<string, readonly Grant[]>;
  /** Of every version, including those not in force. */
  prices: ReadonlyMap<number, StoredPrices>;
  publications: readonly Publication[];
};

export function packageById(catalog: Catalog, id: number): Package | null {
  return catalog.packages.find((candidate) => candidate.id === id && candidate.onSale) ?? null;
}

/** The one-year package of the same kind and list: what a two-year term renews to. */
export function oneYearPackage(catalog: Catalog, chosen: Package): Package {
  const sibling = catalog.packages.find(
    ({ priceList, packageName, years }) =>
      priceList === chosen.priceList && packageName === chosen.packageName && years === 1,
  );
  return sibling ?? chosen;
}

/** The one-year form of an option. */
export function oneYearOption(catalog: Catalog, code: string): PackageOption | null {
  const chosen = catalog.options.find((option) => option.code === code);
  if (!chosen) return null;
  const stem = code.slice(0, -1);
  return catalog.options.find((option) => option.years === 1 && option.code.slice(0, -1) === stem) ?? chosen;
}

/** The price list of a package, which the family's other parent will be offered too. */
export async function pricingListOf(db: DbOrTrx, packageId: number): Promise<PriceList> {
  const { priceList } = await db
    .selectFrom('packages')
    .select('priceList')
    .where('id', '=', packageId)
    .executeTakeFirstOrThrow();
  return priceList as PriceList;
}
