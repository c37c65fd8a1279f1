import type { Selectable } from 'kysely';
import type { DbOrTrx } from '../db/pool.ts';
import type { Database, Row } from '../db/schema.ts';
import type { PriceList, PricingRule } from './pricing-group.ts';

const packageColumns = [
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
const optionColumns = ['code', 'optionName', 'years', 'priceCents', 'isDefault', 'experiment', 'texts'] as const;

export type Package = Omit<Row<'packages', typeof packageColumns>, 'priceList' | 'years'> & {
  priceList: PriceList;
  years: 1 | 2;
};
export type PackageOption = Omit<Row<'packageOptions', typeof optionColumns>, 'years'> & { years: 1 | 2 };
export type Grant = { entitlement: string; quantity: number };
export type PackageFeature = Selectable<Database['packageFeatures']>;

/** Everything that is for sale. Small and rarely changed: read whole, in one go. */
export type Catalog = {
  packages: readonly Package[];
  options: readonly PackageOption[];
  features: ReadonlyMap<string, PackageFeature>;
  rules: readonly PricingRule[];
  /** By the feature or option that grants, or who has it without a plan. */
  grants: ReadonlyMap<string, readonly Grant[]>;
};

export async function readCatalog(db: DbOrTrx): Promise<Catalog> {
  const [packages, options, features, rules, grants] = await Promise.all([
    db.selectFrom('packages').select(packageColumns).orderBy('position').execute(),
    db.selectFrom('packageOptions').select(optionColumns).orderBy('years').orderBy('position').execute(),
    db.selectFrom('packageFeatures').select(['name', 'optionName', 'newFeature', 'texts']).execute(),
    db.selectFrom('pricingRules').select(['phoneCountryCode', 'areaCode', 'pricingGroup']).execute(),
    db
      .selectFrom('entitlementGrants')
      .select(['grantedBy', 'entitlement', 'quantity'])
      .orderBy('entitlement')
      .execute(),
  ]);
  return {
    packages: packages as Package[],
    options: options as PackageOption[],
    features: new Map(features.map((feature) => [feature.name, feature])),
    rules,
    grants: Map.groupBy(grants, ({ grantedBy }) => grantedBy),
  };
}

/** A catalogue read at most once in `maxAgeMs`: an operator's change is seen by every process within that time. */
export function catalogReader(db: DbOrTrx, maxAgeMs = 10_000): () => Promise<Catalog> {
  let held: { at: number; catalog: Promise<Catalog> } | null = null;
  return () => {
    if (held && performance.now() - held.at < maxAgeMs) return held.catalog;
    const catalog = readCatalog(db);
    const mine = { at: performance.now(), catalog };
    held = mine;
    catalog.catch(() => {
      if (held === mine) held = null;
    });
    return catalog;
  };
}

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

/** The price list a package belongs to: what the family's other parent will be offered too. */
export async function pricingListOf(db: DbOrTrx, packageId: number): Promise<PriceList> {
  const { priceList } = await db
    .selectFrom('packages')
    .select('priceList')
    .where('id', '=', packageId)
    .executeTakeFirstOrThrow();
  return priceList as PriceList;
}
