import { catalogReader } from '#server/catalog/catalog-reader.ts';
import { insertPriceVersion, publishPriceVersion } from '#server/catalog/price-version-repository.ts';
import type { Clock } from '#server/clock.ts';
import type { TestSite } from './site.ts';

/** Publishes other prices for packages (by id), now or at an instant. Returns the version's number. */
export async function publishPrices(
  { dependencies: { db }, clock }: { dependencies: Pick<TestSite['dependencies'], 'db'>; clock: Clock },
  prices: Record<number, number>,
  inForceFrom?: Date,
): Promise<number> {
  const { prices: all, packages } = await catalogReader({ db, clock })();
  const replaces = packages[0]?.priceVersion ?? 0;
  const copied = all.get(replaces) ?? { packages: {}, options: {} };
  const changed = Object.entries(prices).map(([id, priceCents]) => [id, { ...copied.packages[id], priceCents }]);
  return db.transaction().execute(async (trx) => {
    const at = clock.now();
    const content = { ...copied, packages: { ...copied.packages, ...Object.fromEntries(changed) } };
    const version = await insertPriceVersion(trx, { title: 'Test', prices: content, copiedFrom: replaces, at });
    if (!(await publishPriceVersion(trx, { version, replaces, inForceFrom: inForceFrom ?? at, at })))
      throw new Error('The prices were not published');
    return version;
  });
}
