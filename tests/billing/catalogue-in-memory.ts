import catalogue from '#server/catalog/catalogue.json' with { type: 'json' };
import type { Catalog, Package } from '#server/catalog/package-repository.ts';

type Grants = Record<string, number>;

const rowsOf = (grantedBy: string, grants: object) =>
  Object.entries(grants as Grants).map(([entitlement, quantity]) => ({ grantedBy, entitlement, quantity }));

/** The packages of price list P0 and what they grant, as seeded into the database. */
export function catalogueInMemory(): Catalog {
  const { packages, priceLists, features, people } = catalogue;
  const grants = [
    ...features.flatMap(({ name, grants: granted }) => rowsOf(name, granted)),
    ...people.flatMap(({ grantedBy, grants: granted }) => rowsOf(grantedBy, granted)),
  ];
  const sold = priceLists.P0.map((row) => ({ ...row, ...packages[row.packageName as keyof typeof packages] }));
  return {
    packages: sold as unknown as Package[],
    options: [],
    features: new Map(features.map((feature) => [feature.name, feature])),
    rules: [],
    grants: Map.groupBy(grants, ({ grantedBy }) => grantedBy),
    prices: new Map(),
    publications: [],
  };
}
