import { sql } from 'kysely';
import type { Day } from '#contract/fields/day.ts';
import type { DbOrTrx } from '../db/pool.ts';

/** The day on which an account closes; null if nobody asked for it. */
export async function closingDayOf(db: DbOrTrx, userId: string): Promise<Day | null> {
  const closing = await db
    .selectFrom('deletionRequests')
    .select('closesOn')
    .where('userId', '=', userId)
    .where('withdrawnAt', 'is', null)
    .where('closedAt', 'is', null)
    .executeTakeFirst();
  return closing?.closesOn ?? null;
}

/**
 * Whether one of these accounts closes on a day (`YYYY-MM-DD`) or before: from that day on nothing is charged to it, or
 * for it.
 */
export async function closesBy(
  db: DbOrTrx,
  { userIds, day }: { userIds: readonly string[]; day: Day },
): Promise<boolean> {
  const days = await Promise.all(userIds.map((userId) => closingDayOf(db, userId)));
  return days.some((closesOn) => closesOn !== null && closesOn <= day);
}

/** The same as a condition on a row of `subscriptions`: its payer's account closes before the renewal is charged. */
export const payerClosesFirst = sql<boolean>`coalesce(period_end >= (
  select closes_on from deletion_requests
  where deletion_requests.user_id = payer_user_id and withdrawn_at is null and closed_at is null), false)`;
