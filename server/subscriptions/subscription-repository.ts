import { type Insertable, type Selectable, sql } from 'kysely';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import type { Database, Row } from '../db/schema.ts';

export const subscriptionColumns = [
  'id',
  'userId',
  'familyId',
  'payerUserId',
  'packageId',
  'services',
  'state',
  'autoRenew',
  'timeZone',
  'version',
  'anchorDate',
  'periodStart',
  'periodEnd',
  'declinedOn',
  'retryOn',
  'endedAt',
  'createdAt',
] as const;
export type Subscription = Row<'subscriptions', typeof subscriptionColumns>;
export type SubscriptionState = Subscription['state'];

const transitions: Record<SubscriptionState, readonly SubscriptionState[]> = {
  CURRENT: ['CURRENT', 'LAPSED', 'REFUNDED'],
  LAPSED: ['LAPSED', 'CURRENT'],
  REFUNDED: ['REFUNDED', 'CURRENT'],
};

export async function currentSubscription(db: DbOrTrx, userId: string): Promise<Subscription | null> {
  return (
    (await db
      .selectFrom('subscriptions')
      .select(subscriptionColumns)
      .where('userId', '=', userId)
      .where('state', '=', 'CURRENT')
      .executeTakeFirst()) ?? null
  );
}

export async function hasCurrentSubscription(db: DbOrTrx, userId: string): Promise<boolean> {
  return (await currentSubscription(db, userId)) !== null;
}

export async function readSubscription(db: DbOrTrx, id: string): Promise<Subscription | null> {
  return (
    (await db.selectFrom('subscriptions').select(subscriptionColumns).where('id', '=', id).executeTakeFirst()) ?? null
  );
}

/**
 * Locked until the caller's transaction ends: renewal, upgrade, cancellation and refund of one subscription happen one
 * after another.
 */
export async function lockSubscription(trx: Trx, id: string): Promise<Subscription | null> {
  return (
    (await trx
      .selectFrom('subscriptions')
      .select(subscriptionColumns)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()) ?? null
  );
}

/** The order in which several are locked. */
export const byId = (one: { id: string }, other: { id: string }): number => (one.id < other.id ? -1 : 1);

/** Locks what these users hold or pay for. */
export async function lockHeldOrPaidBy(trx: Trx, userIds: readonly string[]): Promise<void> {
  await trx
    .selectFrom('subscriptions')
    .select('id')
    .where((where) => where.or([where('userId', 'in', userIds), where('payerUserId', 'in', userIds)]))
    .orderBy('id')
    .forUpdate()
    .execute();
}

/**
 * Locks what these people pay for, before their methods are locked. Returns those of them for whose method a declined
 * renewal waits.
 */
export async function lockPaidBy(trx: Trx, payerUserIds: readonly string[]): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('subscriptions')
    .select(['payerUserId', 'declinedOn'])
    .where('payerUserId', '=', sql<string>`any(${[...payerUserIds]}::uuid[])`)
    .where('state', '=', 'CURRENT')
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Set(rows.filter(({ declinedOn }) => declinedOn !== null).map(({ payerUserId }) => payerUserId));
}

/**
 * The subscriptions a user holds or pays for: their own first, current ones before ended ones, the latest end first.
 */
export async function subscriptionsHeldOrPaidBy(db: DbOrTrx, userId: string): Promise<Subscription[]> {
  return db
    .selectFrom('subscriptions')
    .select(subscriptionColumns)
    .where((where) => where.or([where('userId', '=', userId), where('payerUserId', '=', userId)]))
    .orderBy((order) => order('userId', '=', userId), 'desc')
    .orderBy((order) => order('state', '=', 'CURRENT'), 'desc')
    .orderBy('endedAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** A user's current or latest subscription; null if they never had one. */
export async function latestOwn(db: DbOrTrx, userId: string): Promise<Subscription | null> {
  return (
    (await db
      .selectFrom('subscriptions')
      .select(subscriptionColumns)
      .where('userId', '=', userId)
      .orderBy((order) => order('state', '=', 'CURRENT'), 'desc')
      .orderBy('endedAt', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()) ?? null
  );
}

export type SubscriptionChange = Partial<
  Pick<
    Subscription,
    | 'userId'
    | 'familyId'
    | 'state'
    | 'autoRenew'
    | 'payerUserId'
    | 'packageId'
    | 'services'
    | 'anchorDate'
    | 'periodStart'
    | 'periodEnd'
    | 'declinedOn'
    | 'retryOn'
    | 'endedAt'
  >
>;

/** The payers' time zones (IANA names), which determine the days of what they pay for. */
export async function zonesOf(db: DbOrTrx, payerUserIds: readonly string[]): Promise<Map<string, string>> {
  const ids = sql<string>`any(${[...payerUserIds]}::uuid[])`;
  const rows = await db.selectFrom('users').select(['id', 'timeZone']).where('id', '=', ids).execute();
  return new Map(rows.map(({ id, timeZone }) => [id, timeZone ?? 'UTC']));
}

/** The same of one. */
export async function zoneOf(db: DbOrTrx, payerUserId: string): Promise<string> {
  return (await zonesOf(db, [payerUserId])).get(payerUserId) ?? 'UTC';
}

/**
 * Changes a subscription its caller has locked. Another payer brings their time zone. Every change raises the version:
 * what was quoted before it no longer holds.
 */
export async function changeSubscription(
  trx: Trx,
  { current, change, at }: { current: Subscription; change: SubscriptionChange; at: Date },
): Promise<Subscription> {
  if (change.state && !transitions[current.state].includes(change.state)) {
    throw new Error(`A subscription cannot go from ${current.state} to ${change.state}`);
  }
  const { payerUserId } = change;
  const isNewPayer = payerUserId !== undefined && payerUserId !== current.payerUserId;
  const changed = await trx
    .updateTable('subscriptions')
    // Whatever a scan queued it for may hold no longer.
    .set(isNewPayer ? { timeZone: await zoneOf(trx, payerUserId) } : {})
    .set((eb) => ({ queuedAt: null, ...change, version: eb('version', '+', 1), updatedAt: at }))
    .where('id', '=', current.id)
    .where('version', '=', current.version)
    .returning(subscriptionColumns)
    .executeTakeFirst();
  if (!changed) throw new Error('A subscription was changed without its lock');
  return changed;
}

/** Lets the next scan queue it again. */
export async function clearQueued(db: DbOrTrx, id: string): Promise<void> {
  await db.updateTable('subscriptions').set({ queuedAt: null }).where('id', '=', id).execute();
}

/** `totalCents`: what its order charged, for everybody in it; codes are no part of it. */
export type PeriodRow = Pick<Selectable<Database['subscriptionPeriods']>, 'orderId' | 'periodStart' | 'paidCents'> &
  Pick<Selectable<Database['orders']>, 'totalCents'>;

/** The paid period a subscription is in; null while it was never paid for. */
export async function readPeriod(
  db: DbOrTrx,
  { id, periodStart }: Pick<Subscription, 'id' | 'periodStart'>,
): Promise<PeriodRow | null> {
  return (
    (await db
      .selectFrom('subscriptionPeriods')
      .innerJoin('orders', 'orders.id', 'subscriptionPeriods.orderId')
      .select(['orderId', 'periodStart', 'paidCents', 'totalCents'])
      .where('subscriptionId', '=', id)
      .where('periodStart', '=', periodStart)
      .where('refunded', '=', false)
      .executeTakeFirst()) ?? null
  );
}

/**
 * Records that a period is paid. False if it was already paid: a unique index lets one charge through, and a second one
 * must be refunded.
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

/** What was paid for lasts longer. */
export async function extendPeriod(
  trx: Trx,
  { id, periodStart, periodEnd }: Pick<Subscription, 'id' | 'periodStart' | 'periodEnd'>,
): Promise<void> {
  await trx
    .updateTable('subscriptionPeriods')
    .set({ periodEnd })
    .where('subscriptionId', '=', id)
    .where('periodStart', '=', periodStart)
    .where('refunded', '=', false)
    .execute();
}

/** The running period and its upgrades pay for nothing any more: their money goes back. */
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

/** Upgrades within the period a subscription is in, in order. */
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
 * Takes an upgrade of the running period away whose money has gone back, and with it those that were put on top of it.
 * Returns the plan before it, and the orders on top, whose money is still to go back; null when the order was no such
 * upgrade.
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

/** Orders that paid for periods of a subscription or for more within one, first payment first. */
export async function ordersOf(db: DbOrTrx, subscriptionId: string): Promise<string[]> {
  const { rows } = await sql<{ orderId: string }>`
    select order_id from subscription_periods where subscription_id = ${subscriptionId}
    union select order_id from subscription_upgrades where subscription_id = ${subscriptionId}
    order by order_id`.execute(db);
  return rows.map(({ orderId }) => orderId);
}
