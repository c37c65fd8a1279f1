import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import type { Row } from '../db/schema.ts';
import { dropRenewalChoice } from './renewal-choice-repository.ts';
import { dropRenewalCover } from './renewal-cover-repository.ts';

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
  'askedFor',
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
 * Locked until the caller's transaction ends, so that renewal, upgrade, cancellation and refund of one subscription are
 * serialised.
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

/** The order in which several subscriptions are locked. */
export const byId = (one: { id: string }, other: { id: string }): number => (one.id < other.id ? -1 : 1);

/** Locks the subscriptions that these users hold or pay for. */
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
 * Locks the subscriptions that these people pay for, before their methods are locked. Returns those people whose
 * declined renewal waits for a method.
 */
export async function lockPaidBy(trx: Trx, payerUserIds: readonly string[]): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('subscriptions')
    .select(['id', 'payerUserId', 'declinedOn'])
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
    | 'askedFor'
    | 'endedAt'
  >
>;

/** The payers' time zones (IANA names), which determine the days of the subscriptions they pay for. */
export async function zonesOf(db: DbOrTrx, payerUserIds: readonly string[]): Promise<Map<string, string>> {
  const ids = sql<string>`any(${[...payerUserIds]}::uuid[])`;
  const rows = await db.selectFrom('users').select(['id', 'timeZone']).where('id', '=', ids).execute();
  return new Map(rows.map(({ id, timeZone }) => [id, timeZone ?? 'UTC']));
}

/** The time zone of one payer. */
export async function zoneOf(db: DbOrTrx, payerUserId: string): Promise<string> {
  return (await zonesOf(db, [payerUserId])).get(payerUserId) ?? 'UTC';
}

/**
 * Changes a subscription that the caller has locked. A new payer, or one who starts paying again, sets the time zone.
 * Every change raises the version, which invalidates earlier quotes.
 */
export async function changeSubscription(
  trx: Trx,
  { current, change, at }: { current: Subscription; change: SubscriptionChange; at: Date },
): Promise<Subscription> {
  if (change.state && !transitions[current.state].includes(change.state)) {
    throw new Error(`A subscription cannot go from ${current.state} to ${change.state}`);
  }
  const { payerUserId = current.payerUserId, anchorDate } = change;
  const bringsZone = payerUserId !== current.payerUserId || anchorDate !== undefined;
  const changed = await trx
    .updateTable('subscriptions')
    // The reason for which a scan queued it may no longer apply.
    .set(bringsZone ? { timeZone: await zoneOf(trx, payerUserId) } : {})
    .set((eb) => ({ queuedAt: null, ...change, version: eb('version', '+', 1), updatedAt: at }))
    .where('id', '=', current.id)
    .where('version', '=', current.version)
    .returning(subscriptionColumns)
    .executeTakeFirst();
  if (!changed) throw new Error('Subscription changed without its lock');
  if (change.state) await dropRenewalChoice(trx, current);
  if (endsCover(current, change)) await dropRenewalCover(trx, { current, after: changed });
  return changed;
}

/** Whether the next renewal, which was to pay for both parents, is another one now, or none. */
const endsCover = (current: Subscription, change: SubscriptionChange): boolean =>
  change.autoRenew === false ||
  (['state', 'payerUserId', 'periodStart'] as const).some((key) => (change[key] ?? current[key]) !== current[key]);

/** Lets the next scan queue it again. */
export async function clearQueued(db: DbOrTrx, id: string): Promise<void> {
  await db.updateTable('subscriptions').set({ queuedAt: null }).where('id', '=', id).execute();
}
