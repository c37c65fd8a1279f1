import { sql } from 'kysely';
import { firstVersion } from '../catalog/price-version.ts';
import type { DbOrTrx } from '../db/pool.ts';
import type { Subscription } from '../subscriptions/subscription-repository.ts';

/**
 * The price version and the country (ISO code, null if not known) of a holder's last payment: of the period's last
 * upgrade, or of the period. Null if it was not paid.
 */
export async function lastPaymentOf(
  db: DbOrTrx,
  { id, periodStart }: Pick<Subscription, 'id' | 'periodStart'>,
): Promise<{ priceVersion: number; country: string | null } | null> {
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
    .select('orders.country')
    .orderBy('paying.upgrades', 'desc')
    .orderBy('paying.orderId', 'desc')
    .limit(1)
    .executeTakeFirst();
  return paid ? { priceVersion: paid.version ?? firstVersion, country: paid.country } : null;
}
