import { sql } from 'kysely';
import { firstVersion } from '../catalog/price-version.ts';
import type { DbOrTrx } from '../db/pool.ts';
import type { Subscription } from '../subscriptions/subscription-repository.ts';

/**
 * The price version of a holder's last payment: that of the period's last upgrade, or of the period. Null if it was not
 * paid.
 */
export async function grandfatheredPriceVersion(
  db: DbOrTrx,
  { id, periodStart }: Pick<Subscription, 'id' | 'periodStart'>,
): Promise<number | null> {
  const paid = await db
    .with('paying', (query) =>
      query
        .selectFrom('subscriptionPeriods')
        .select(['orderId', sql<boolean>`false`.as('upgrades')])
        .where('subscriptionId', '=', id)
        .where('periodStart', '=', periodStart)
        .where('refunded', '=', false)
        .unionAll(
          query
            .selectFrom('subscriptionUpgrades')
            .select(['orderId', sql<boolean>`true`.as('upgrades')])
            .where('subscriptionId', '=', id)
            .where('periodStart', '=', periodStart)
            .where('refunded', '=', false),
        ),
    )
    .selectFrom('paying')
    .innerJoin('orders', 'orders.id', 'paying.orderId')
    .select(sql<number | null>`(orders.quote #>> '{priced,package,priceVersion}')::int`.as('version'))
    .orderBy('paying.upgrades', 'desc')
    .orderBy('paying.orderId', 'desc')
    .limit(1)
    .executeTakeFirst();
  return paid ? (paid.version ?? firstVersion) : null;
}
