import { sql } from 'kysely';
import { givenWithinDays, type StaffActionName, sharedLimitOf } from '#contract/staff/staff-actions.ts';
import { after, days } from '../clock.ts';
import type { Trx } from '../db/pool.ts';

/**
 * The total that a user was recently granted without a second person, by any staff member and by all actions that grant
 * the same thing: days count alike, whether a plan is extended or granted again. Concurrent grants to one user wait for
 * each other, so that two halves cannot both stay below the limit.
 */
export async function grantedUnconfirmed(
  trx: Trx,
  { action, userId, at }: { action: StaffActionName; userId: string | null; at: Date },
): Promise<number> {
  const limit = sharedLimitOf(action);
  if (limit === null || userId === null) return 0;
  const { input, actions } = limit;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`granted ${input} ${userId}`}, 0))`.execute(trx);
  const { rows } = await sql<{ given: number }>`
    select coalesce(sum((inputs::jsonb ->> ${input})::int), 0)::int as given from staff_actions
    where user_id = ${userId} and action = any(${actions}) and proposed_by is null
      and at > ${after(at, -days(givenWithinDays))}`.execute(trx);
  return rows[0]?.given ?? 0;
}
