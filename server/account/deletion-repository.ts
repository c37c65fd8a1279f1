import type { Selectable } from 'kysely';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import type { Database } from '../db/schema.ts';
import { newId } from '../new-id.ts';

export type DeletionRequest = Selectable<Database['deletionRequests']>;

/** The request that is still to be carried out; null when there is none. */
export async function openDeletion(db: DbOrTrx, userId: string): Promise<DeletionRequest | null> {
  return (
    (await db
      .selectFrom('deletionRequests')
      .selectAll()
      .where('userId', '=', userId)
      .where('withdrawnAt', 'is', null)
      .where('closedAt', 'is', null)
      .executeTakeFirst()) ?? null
  );
}

export async function readDeletion(db: DbOrTrx, id: string): Promise<DeletionRequest | null> {
  return (await db.selectFrom('deletionRequests').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Locked, while it is still to be carried out. */
export async function lockOpenDeletion(trx: Trx, id: string): Promise<DeletionRequest | null> {
  const row = await trx
    .selectFrom('deletionRequests')
    .selectAll()
    .where('id', '=', id)
    .where('withdrawnAt', 'is', null)
    .where('closedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Asks for the account to be closed on a day; null when that was asked before. */
export async function insertDeletion(
  trx: Trx,
  { userId, closesOn, at }: { userId: string; closesOn: string; at: Date },
): Promise<string | null> {
  const row = await trx
    .insertInto('deletionRequests')
    .values({ id: newId(at), userId, closesOn, requestedAt: at })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function withdrawDeletion(db: DbOrTrx, { userId, at }: { userId: string; at: Date }): Promise<boolean> {
  const row = await db
    .updateTable('deletionRequests')
    .set({ withdrawnAt: at })
    .where('userId', '=', userId)
    .where('withdrawnAt', 'is', null)
    .where('closedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function closeDeletion(trx: Trx, { id, at }: { id: string; at: Date }): Promise<void> {
  await trx.updateTable('deletionRequests').set({ closedAt: at }).where('id', '=', id).execute();
}

/** Requests whose day has come. */
export async function dueDeletions(db: DbOrTrx, { today, limit }: { today: string; limit: number }): Promise<string[]> {
  const rows = await db
    .selectFrom('deletionRequests')
    .select('id')
    .where('closesOn', '<=', today)
    .where('withdrawnAt', 'is', null)
    .where('closedAt', 'is', null)
    .orderBy('closesOn')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** The first day after `after`, up to `until`, on which an account is to be closed. */
export async function nextDeletionDay(db: DbOrTrx, { after, until }: { after: string; until: string }): Promise<string | null> {
  const { day } = await db
    .selectFrom('deletionRequests')
    .select((eb) => eb.fn.min('closesOn').as('day'))
    .where('closesOn', '>', after)
    .where('closesOn', '<=', until)
    .where('withdrawnAt', 'is', null)
    .where('closedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return day;
}
