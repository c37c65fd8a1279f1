import { sql } from 'kysely';
import type { Day } from '#contract/fields/day.ts';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import type { Row } from '../db/schema.ts';
import { newId } from '../new-id.ts';
import { dueHour } from '../subscriptions/calendar.ts';

const deletionColumns = ['id', 'userId', 'closesOn', 'withdrawnAt', 'closedAt'] as const;
export type DeletionRequest = Row<'deletionRequests', typeof deletionColumns>;

/** The request that is still open; null if there is none. */
export async function openDeletion(db: DbOrTrx, userId: string): Promise<DeletionRequest | null> {
  return (
    (await db
      .selectFrom('deletionRequests')
      .select(deletionColumns)
      .where('userId', '=', userId)
      .where('withdrawnAt', 'is', null)
      .where('closedAt', 'is', null)
      .executeTakeFirst()) ?? null
  );
}

export async function readDeletion(db: DbOrTrx, id: string): Promise<DeletionRequest | null> {
  return (
    (await db.selectFrom('deletionRequests').select(deletionColumns).where('id', '=', id).executeTakeFirst()) ?? null
  );
}

/** Locked, if it is still open. */
export async function lockOpenDeletion(trx: Trx, id: string): Promise<DeletionRequest | null> {
  const row = await trx
    .selectFrom('deletionRequests')
    .select(deletionColumns)
    .where('id', '=', id)
    .where('withdrawnAt', 'is', null)
    .where('closedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Locks a user's open requests: before the user, as every transaction does. */
export async function lockDeletionsOf(trx: Trx, userId: string): Promise<void> {
  await trx
    .selectFrom('deletionRequests')
    .select('id')
    .where('userId', '=', userId)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Requests the closing of an account on a day; null if it was already requested. */
export async function insertDeletion(
  trx: Trx,
  { userId, closesOn, at }: { userId: string; closesOn: Day; at: Date },
): Promise<string | null> {
  const row = await trx
    .insertInto('deletionRequests')
    .values({ id: newId(at), userId, closesOn, requestedAt: at })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** False if none was open. */
export async function withdrawDeletion(trx: Trx, { userId, at }: { userId: string; at: Date }): Promise<boolean> {
  const row = await trx
    .updateTable('deletionRequests')
    .set({ withdrawnAt: at })
    .where('id', 'in', (own) =>
      own
        .selectFrom('deletionRequests')
        .select('id')
        .where('userId', '=', userId)
        .where('withdrawnAt', 'is', null)
        .where('closedAt', 'is', null)
        .orderBy('id')
        .forUpdate(),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function closeDeletion(trx: Trx, { id, at }: { id: string; at: Date }): Promise<void> {
  await trx.updateTable('deletionRequests').set({ closedAt: at }).where('id', '=', id).execute();
}

/** The instant at which the day of a request comes where its owner lives. */
export const closingInstant = sql<Date>`(closes_on + make_interval(hours => ${dueHour})) at time zone coalesce(users.time_zone, 'UTC')`;

function openRequests(db: DbOrTrx) {
  return db
    .selectFrom('deletionRequests')
    .innerJoin('users', 'users.id', 'deletionRequests.userId')
    .where('withdrawnAt', 'is', null)
    .where('closedAt', 'is', null);
}

/** Requests that are due. */
export async function dueDeletions(db: DbOrTrx, { at, limit }: { at: Date; limit: number }): Promise<string[]> {
  // While somebody claims an account it is not closed: the other party may have requested the closing.
  const due = openRequests(db).where(closingInstant, '<=', at).where('users.frozenAt', 'is', null);
  const rows = await due.select('deletionRequests.id').orderBy('closesOn').limit(limit).execute();
  return rows.map(({ id }) => id);
}
