import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '../db/pool.ts';

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

/**
 * Reminders of a payer's plans that announced no renewal become due again: the renewal takes place after all, and is
 * announced. No mail goes out twice.
 */
export async function announceAgain(trx: Trx, { payerUserId }: { payerUserId: string }): Promise<void> {
  await sql`delete from renewal_notices using subscriptions
    where subscriptions.id = subscription_id and payer_user_id = ${payerUserId}
      and renewal_notices.period_end = subscriptions.period_end and quote is null`.execute(trx);
}

/** Reminders of plans become due again for another payer, who has read none of them and may pay another tax. */
export async function announceToNewPayer(trx: Trx, subscriptionIds: readonly string[]): Promise<void> {
  await sql`delete from renewal_notices using subscriptions
    where subscriptions.id = subscription_id and subscriptions.id = any(${[...subscriptionIds]}::uuid[])
      and renewal_notices.period_end = subscriptions.period_end`.execute(trx);
}
