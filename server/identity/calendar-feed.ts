import type { DbOrTrx, Trx } from '../db/pool.ts';
import { hashSecret } from '../secret.ts';

/** When a user's calendar feed was created; null if there is none. */
export async function readFeed(db: DbOrTrx, userId: string): Promise<{ createdAt: Date } | null> {
  const row = await db.selectFrom('calendarFeeds').select('createdAt').where('userId', '=', userId).executeTakeFirst();
  return row ?? null;
}

/** The owner of a feed's secret; null if unknown or removed. */
export async function ownerOfFeed(db: DbOrTrx, key: string): Promise<string | null> {
  const row = await db
    .selectFrom('calendarFeeds')
    .select('userId')
    .where('keyHash', '=', hashSecret(key))
    .executeTakeFirst();
  return row?.userId ?? null;
}

/** Stores the hash of a new secret; the previous one stops working. */
export async function storeFeed(trx: Trx, { userId, key, at }: { userId: string; key: string; at: Date }) {
  const feed = { keyHash: hashSecret(key), createdAt: at };
  await trx
    .insertInto('calendarFeeds')
    .values({ userId, ...feed })
    .onConflict((on) => on.column('userId').doUpdateSet(feed))
    .execute();
}

/** False if there was none. */
export async function removeFeed(db: DbOrTrx, userId: string): Promise<boolean> {
  const removed = await db.deleteFrom('calendarFeeds').where('userId', '=', userId).returning('userId').execute();
  return removed.length > 0;
}
