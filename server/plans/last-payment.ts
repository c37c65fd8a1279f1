import { sql } from 'kysely';
import { firstVersion } from '../catalog/price-version.ts';
import type { DbOrTrx } from '../db/pool.ts';
import { addDays } from '../subscriptions/calendar.ts';
import { graceDays } from '../subscriptions/renewal-schedule.ts';
import type { Subscription } from '../subscriptions/subscription-repository.ts';

/** Days after its end within which a plan begins again for what its renewal would have cost. */
export const keptPriceDays = 30;

type Term = Pick<Subscription, 'id' | 'periodStart'>;
/** `country`: ISO code, null if not known. */
type LastPayment = { priceVersion: number; country: string | null };

/**
 * The price version and the country of a holder's last payment: of the term's last upgrade, or of the term. If staff
 * gave the term while the price of an earlier one was kept, of the earlier one. Null if it was not paid.
 */
export async function lastPaymentOf(db: DbOrTrx, term: Term): Promise<LastPayment | null> {
  const paid = await paymentOf(db, term);
  const before = paid === null ? await termBeforeGiven(db, term) : null;
  return before ? paymentOf(db, before) : paid;
}

/** The paid term shortly before one that was never for sale. */
async function termBeforeGiven(db: DbOrTrx, { id, periodStart }: Term): Promise<Term | null> {
  const { rows } = await sql<Term>`
    select subscription_id as id, period_start from subscription_periods
    where subscription_id = ${id} and not refunded and period_start < ${periodStart}
      and period_end >= ${addDays(periodStart, -keptPriceDays - graceDays)}
      and not exists (select from subscription_periods where subscription_id = ${id} and period_start = ${periodStart})
    order by period_end desc limit 1`.execute(db);
  return rows[0] ?? null;
}

async function paymentOf(db: DbOrTrx, { id, periodStart }: Term): Promise<LastPayment | null> {
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
