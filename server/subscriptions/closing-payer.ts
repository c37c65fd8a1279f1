import type { Day } from '#contract/fields/day.ts';
import { sql } from 'kysely';
import type { DbOrTrx } from '../db/pool.ts';

/** Whether an account is to be closed on a day (`YYYY-MM-DD`) or before: nothing is charged to it from that day on. */
export async function closesBy(db: DbOrTrx, { userId, day }: { userId: string; day: Day }): Promise<boolean> {
  const closing = await db
    .selectFrom('deletionRequests')
    .select('closesOn')
    .where('userId', '=', userId)
    .where('withdrawnAt', 'is', null)
    .where('closedAt', 'is', null)
    .executeTakeFirst();
  return closing !== undefined && closing.closesOn <= day;
}

/** The same for a row of `subscriptions`: its payer's account closes before its renewal is charged. */
export const payerClosesFirst = sql<boolean>`coalesce(period_end >= (
  select closes_on from deletion_requests
  where deletion_requests.user_id = payer_user_id and withdrawn_at is null and closed_at is null), false)`;
