import type { Day } from '#contract/fields/day.ts';
import type { DbOrTrx } from '../db/pool.ts';
import type { Subscription } from './subscription-repository.ts';

type NoticeKey = { subscriptionId: string; periodEnd: Day; daysBefore: number };

/** Keeps what a reminder announces, word for word, before it is sent: the renewal will charge no more than that. */
export async function storeAnnouncedQuote(
  db: DbOrTrx,
  { subscriptionId, periodEnd, daysBefore, quote }: NoticeKey & { quote: object },
): Promise<void> {
  await db
    .updateTable('renewalNotices')
    .set({ quote: JSON.stringify(quote) })
    .where('subscriptionId', '=', subscriptionId)
    .where('periodEnd', '=', periodEnd)
    .where('daysBefore', '=', daysBefore)
    .execute();
}

/** Notes that somebody has been told. Nothing is noted if meanwhile another is to be told instead. */
export async function recordAnnounced(
  db: DbOrTrx,
  { subscriptionId, periodEnd, daysBefore, userId, on }: NoticeKey & { userId: string; on: Day },
): Promise<void> {
  await db
    .updateTable('renewalNotices')
    .set((eb) => ({ announcedOn: eb.fn.coalesce('announcedOn', eb.val(on)) }))
    .where('subscriptionId', '=', subscriptionId)
    .where('periodEnd', '=', periodEnd)
    .where('daysBefore', '=', daysBefore)
    .where('userId', '=', userId)
    .execute();
}

type Announced = Pick<Subscription, 'id' | 'payerUserId' | 'periodEnd'>;

/** Since when a renewal has been announced to whoever pays for it now; null when it was not. */
export async function announcedOn(db: DbOrTrx, { id, payerUserId, periodEnd }: Announced): Promise<Day | null> {
  const row = await db
    .selectFrom('renewalNotices')
    .select((eb) => eb.fn.min('announcedOn').as('on'))
    .where('subscriptionId', '=', id)
    .where('periodEnd', '=', periodEnd)
    .where('userId', '=', payerUserId)
    .executeTakeFirst();
  return row?.on ?? null;
}

/** What the latest reminder of a renewal announced to its payer; null when none has gone out. */
export async function readAnnounced<Quote>(
  db: DbOrTrx,
  { id, payerUserId, periodEnd }: Announced,
): Promise<Quote | null> {
  const row = await db
    .selectFrom('renewalNotices')
    .select('quote')
    .where('subscriptionId', '=', id)
    .where('periodEnd', '=', periodEnd)
    .where('userId', '=', payerUserId)
    .where('quote', 'is not', null)
    .orderBy('daysBefore')
    .limit(1)
    .executeTakeFirst();
  return (row?.quote as Quote | undefined) ?? null;
}
