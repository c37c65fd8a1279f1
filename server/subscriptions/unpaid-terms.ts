import { sql } from 'kysely';
import type { Day } from '#contract/fields/day.ts';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import { lockSubscription, type Subscription, subscriptionColumns } from './subscription-repository.ts';

/** The paid period that ends where the running one begins. */
export async function periodBefore(
  db: DbOrTrx,
  { id, periodStart }: Pick<Subscription, 'id' | 'periodStart'>,
): Promise<{ periodStart: Day } | null> {
  return (
    (await db
      .selectFrom('subscriptionPeriods')
      .select('periodStart')
      .where('subscriptionId', '=', id)
      .where('periodEnd', '=', periodStart)
      .where('refunded', '=', false)
      .executeTakeFirst()) ?? null
  );
}

/** Subscriptions for which an order still counts as the payment, the payer's own first. */
export async function subscriptionsPaidBy(
  db: DbOrTrx,
  { id, userId }: { id: string; userId: string | null },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from subscriptions where id in (
      select subscription_id from subscription_periods where order_id = ${id} and not refunded
      union select subscription_id from subscription_upgrades where order_id = ${id} and not refunded
    ) order by user_id = ${userId} desc, id`.execute(db);
  return rows.map((row) => row.id);
}

/** The same subscriptions, locked. */
export async function lockSubscriptionsPaidBy(
  trx: Trx,
  order: { id: string; userId: string | null },
): Promise<Subscription[]> {
  const ids = await subscriptionsPaidBy(trx, order);
  const locked = new Map<string, Subscription | null>();
  for (const id of ids.toSorted()) locked.set(id, await lockSubscription(trx, id));
  return ids.flatMap((id) => locked.get(id) ?? []);
}

/**
 * The unpaid term whose payment did not settle, with its purchase and buyer; the latest if there are two. Null if there
 * is none.
 */
export async function unpaidTerm(db: DbOrTrx, { id, periodEnd }: Pick<Subscription, 'id' | 'periodEnd'>) {
  const row = await db
    .selectFrom('subscriptionPeriods')
    .innerJoin('orders', 'orders.id', 'subscriptionPeriods.orderId')
    .select(['periodStart', 'periodEnd', 'daysBeforeJoining', 'userId', 'packageId', 'productId', 'services', 'quote'])
    .where('subscriptionId', '=', id)
    .where('periodStart', '=', periodEnd)
    .where('settlementDeclinedAt', 'is not', null)
    .orderBy('orders.id', 'desc')
    .executeTakeFirst();
  return row ?? null;
}

/** Subscriptions that must be paid again because an order's payment did not settle, the payer's own first. */
export async function unpaidAgainBy(
  db: DbOrTrx,
  { id, userId }: { id: string; userId: string },
): Promise<Subscription[]> {
  return db
    .selectFrom('subscriptions')
    .innerJoin('subscriptionPeriods', (join) =>
      join
        .onRef('subscriptionPeriods.subscriptionId', '=', 'subscriptions.id')
        .onRef('subscriptionPeriods.periodStart', '=', 'subscriptions.periodEnd'),
    )
    .select(subscriptionColumns.map((column) => `subscriptions.${column}` as const))
    .where('orderId', '=', id)
    .where('payerUserId', '=', userId)
    .where('state', '=', 'CURRENT')
    .where('autoRenew', '=', true)
    .where('declinedOn', 'is not', null)
    .orderBy((order) => order('userId', '=', userId), 'desc')
    .orderBy('subscriptions.id')
    .execute();
}

/** Another order pays for the same period, and replaces the earlier one with its own amount. */
export async function movePeriod(
  trx: Trx,
  {
    subscriptionId,
    from,
    to,
    paidCents,
  }: { subscriptionId: string; from: string; to: string; paidCents: number | undefined },
): Promise<void> {
  await trx
    .updateTable('subscriptionPeriods')
    .set({ orderId: to, ...(paidCents !== undefined && { paidCents }) })
    .where('subscriptionId', '=', subscriptionId)
    .where('orderId', '=', from)
    .where('refunded', '=', false)
    .execute();
}
