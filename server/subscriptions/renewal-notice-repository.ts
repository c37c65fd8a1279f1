import type { DbOrTrx } from '../db/pool.ts';

type NoticeKey = { subscriptionId: string; periodEnd: string };

/** Keeps what a reminder announced, word for word: the renewal will charge no more than that. */
export async function storeAnnouncedQuote(
  db: DbOrTrx,
  { subscriptionId, periodEnd, daysBefore, quote }: NoticeKey & { daysBefore: number; quote: object },
): Promise<void> {
  await db
    .updateTable('renewalNotices')
    .set({ quote: JSON.stringify(quote) })
    .where('subscriptionId', '=', subscriptionId)
    .where('periodEnd', '=', periodEnd)
    .where('daysBefore', '=', daysBefore)
    .execute();
}

/** What the latest reminder of a renewal announced; null when none has gone out. */
export async function readAnnounced<Quote>(
  db: DbOrTrx,
  { subscriptionId, periodEnd }: NoticeKey,
): Promise<Quote | null> {
  const row = await db
    .selectFrom('renewalNotices')
    .select('quote')
    .where('subscriptionId', '=', subscriptionId)
    .where('periodEnd', '=', periodEnd)
    .where('quote', 'is not', null)
    .orderBy('daysBefore')
    .limit(1)
    .executeTakeFirst();
  return (row?.quote as Quote | undefined) ?? null;
}
