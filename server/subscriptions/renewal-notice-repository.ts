import type { Day } from '#contract/fields/day.ts';
import type { DbOrTrx } from '../db/pool.ts';
import type { Subscription } from './subscription-repository.ts';

type NoticeKey = { subscriptionId: string; periodEnd: Day; daysBefore: number };

/** Stores exactly what a reminder announces, before it is sent: the renewal will not charge more. */
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

/** Records that somebody was notified. Nothing is recorded if somebody else has to be notified instead by now. */
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

/** When a renewal was announced to its current payer; null if it was not. */
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

/** What the latest reminder of a renewal announced to its payer; null if none was sent. */
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
