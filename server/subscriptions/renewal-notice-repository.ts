import type { Day } from '#contract/fields/day.ts';
import type { DbOrTrx } from '../db/pool.ts';
import type { Subscription } from './subscription-repository.ts';

/** `userId`: who is notified. Nothing is stored if somebody else has to be notified instead by now. */
type NoticeKey = { subscriptionId: string; periodEnd: Day; daysBefore: number; userId: string };

/** Stores exactly what a reminder announces, before it is sent: the renewal will not charge more. */
export async function storeAnnouncedQuote(db: DbOrTrx, { quote, ...key }: NoticeKey & { quote: object }) {
  await notice(db, key)
    .set({ quote: JSON.stringify(quote) })
    .execute();
}

/** Records that somebody was notified: of a renewal if a quote is stored, otherwise of the plan's end. */
export async function recordAnnounced(db: DbOrTrx, { on, ...key }: NoticeKey & { on: Day }): Promise<void> {
  await notice(db, key)
    .set((eb) => ({ announcedOn: eb.fn.coalesce('announcedOn', eb.val(on)) }))
    .execute();
}

function notice(db: DbOrTrx, { subscriptionId, periodEnd, daysBefore, userId }: NoticeKey) {
  return db
    .updateTable('renewalNotices')
    .where('subscriptionId', '=', subscriptionId)
    .where('periodEnd', '=', periodEnd)
    .where('daysBefore', '=', daysBefore)
    .where('userId', '=', userId);
}

type Announced = Pick<Subscription, 'id' | 'payerUserId' | 'periodEnd'>;

/** When a renewal was announced to its current payer; null if it was not, even if they were told that the plan ends. */
export async function announcedOn(db: DbOrTrx, { id, payerUserId: userId, periodEnd }: Announced): Promise<Day | null> {
  const told = toldOn(db, { id, userId, periodEnd }).where('quote', 'is not', null);
  return (await told.executeTakeFirst())?.on ?? null;
}

/** Whether the holder of a plan was told that it ends. */
export async function wasToldOfEnd(
  db: DbOrTrx,
  subscription: Pick<Subscription, 'id' | 'userId' | 'periodEnd'>,
): Promise<boolean> {
  const told = toldOn(db, subscription).where('quote', 'is', null);
  return Boolean((await told.executeTakeFirst())?.on);
}

function toldOn(db: DbOrTrx, { id, userId, periodEnd }: Pick<Subscription, 'id' | 'userId' | 'periodEnd'>) {
  return db
    .selectFrom('renewalNotices')
    .select((eb) => eb.fn.min('announcedOn').as('on'))
    .where('subscriptionId', '=', id)
    .where('periodEnd', '=', periodEnd)
    .where('userId', '=', userId);
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
