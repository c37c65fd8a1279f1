import { type Insertable, type Selectable, sql } from 'kysely';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import type { Database } from '../db/schema.ts';
import type { Subscription } from './subscription-repository.ts';

/** `totalCents`: what its order charged, for everybody in it, without what codes paid. */
export type PeriodRow = Pick<
  Selectable<Database['subscriptionPeriods']>,
  'orderId' | 'periodStart' | 'paidCents' | 'daysBeforeJoining'
> &
  Pick<Selectable<Database['orders']>, 'totalCents'>;

/** The paid period that a subscription is in; null if it was never paid for. */
export async function readPeriod(
  db: DbOrTrx,
  { id, periodStart }: Pick<Subscription, 'id' | 'periodStart'>,
): Promise<PeriodRow | null> {
  return (
    (await db
      .selectFrom('subscriptionPeriods')
      .innerJoin('orders', 'orders.id', 'subscriptionPeriods.orderId')
      .select(['orderId', 'periodStart', 'paidCents', 'daysBeforeJoining', 'totalCents'])
      .where('subscriptionId', '=', id)
      .where('periodStart', '=', periodStart)
      .where('refunded', '=', false)
      .executeTakeFirst()) ?? null
  );
}

/**
 * Records that a period is paid. False if it was already paid: a unique index accepts one charge, and a second one must
 * be refunded.
 */
export async function insertPeriod(trx: Trx, period: Insertable<Database['subscriptionPeriods']>): Promise<boolean> {
  const inserted = await trx
    .insertInto('subscriptionPeriods')
    .values(period)
    .onConflict((on) => on.doNothing())
    .returning('orderId')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** `daysBeforeJoining`: how many of its days its holder had not joined, if it is extended by as many. */
export async function extendPeriod(
  trx: Trx,
  {
    id,
    periodStart,
    periodEnd,
    daysBeforeJoining,
  }: Pick<Subscription, 'id' | 'periodStart' | 'periodEnd'> & { daysBeforeJoining?: number },
): Promise<void> {
  await trx
    .updateTable('subscriptionPeriods')
    .set({ periodEnd, ...(daysBeforeJoining !== undefined && { daysBeforeJoining }) })
    .where('subscriptionId', '=', id)
    .where('periodStart', '=', periodStart)
    .where('refunded', '=', false)
    .execute();
}

/** Marks the running period and its upgrades as refunded, so that they no longer pay for anything. */
export async function refundPeriod(
  trx: Trx,
  { id, periodStart }: Pick<Subscription, 'id' | 'periodStart'>,
): Promise<void> {
  for (const table of ['subscriptionPeriods', 'subscriptionUpgrades'] as const) {
    await trx
      .updateTable(table)
      .set({ refunded: true })
      .where('subscriptionId', '=', id)
      .where('periodStart', '=', periodStart)
      .execute();
  }
}

export type UpgradeRow = Pick<
  Selectable<Database['subscriptionUpgrades']>,
  'orderId' | 'upgradedOn' | 'netCents' | 'paidCents' | 'previousPackageId' | 'previousServices'
>;

export async function insertUpgrade(trx: Trx, upgrade: Insertable<Database['subscriptionUpgrades']>): Promise<void> {
  await trx.insertInto('subscriptionUpgrades').values(upgrade).execute();
}

/** Upgrades within a subscription's current period, in order. */
export async function upgradesInPeriod(
  db: DbOrTrx,
  { id, periodStart }: Pick<Subscription, 'id' | 'periodStart'>,
): Promise<UpgradeRow[]> {
  return db
    .selectFrom('subscriptionUpgrades')
    .select(['orderId', 'upgradedOn', 'netCents', 'paidCents', 'previousPackageId', 'previousServices'])
    .where('subscriptionId', '=', id)
    .where('periodStart', '=', periodStart)
    .where('refunded', '=', false)
    .orderBy('orderId')
    .execute();
}

/**
 * Undoes a refunded upgrade of the running period, and the upgrades that were based on it. Returns the plan before it,
 * and the orders of those later upgrades, which still have to be refunded; null if the order was no such upgrade.
 */
export async function undoUpgrade(
  trx: Trx,
  { orderId, id, periodStart }: Pick<Subscription, 'id' | 'periodStart'> & { orderId: string },
): Promise<{ before: Pick<Subscription, 'packageId' | 'services'>; onTop: UpgradeRow[] } | null> {
  const upgrades = await upgradesInPeriod(trx, { id, periodStart });
  const [own, ...onTop] = upgrades.slice(upgrades.findIndex((upgrade) => upgrade.orderId === orderId));
  if (own?.orderId !== orderId) return null;
  await trx
    .updateTable('subscriptionUpgrades')
    .set({ refunded: true })
    .where('orderId', 'in', [orderId, ...onTop.map((upgrade) => upgrade.orderId)])
    .execute();
  const { previousPackageId, previousServices } = own;
  return { before: { packageId: previousPackageId, services: previousServices }, onTop };
}

/** Orders that paid for periods of a subscription or for upgrades within them, by payment date. */
export async function ordersOf(db: DbOrTrx, subscriptionId: string): Promise<string[]> {
  const { rows } = await sql<{ orderId: string }>`
    select order_id from subscription_periods where subscription_id = ${subscriptionId}
    union select order_id from subscription_upgrades where subscription_id = ${subscriptionId}
    order by order_id`.execute(db);
  return rows.map(({ orderId }) => orderId);
}
