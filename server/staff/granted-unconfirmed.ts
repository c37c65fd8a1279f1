import { countedInput, givenWithinDays, type StaffActionName } from '#contract/staff-actions.ts';
import { sql } from 'kysely';
import { after, days } from '../clock.ts';
import type { Trx } from '../db/pool.ts';

/**
 * The sum of an action's counted input that a user was recently granted without a second person, by any staff member.
 * Concurrent grants to the same user wait for each other, so that two halves cannot both stay below the limit.
 */
export async function grantedUnconfirmed(
  trx: Trx,
  { action, userId, at }: { action: StaffActionName; userId: string | null; at: Date },
): Promise<number> {
  const input = countedInput(action);
  if (input === null || userId === null) return 0;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${action} ${userId}`}, 0))`.execute(trx);
  const { rows } = await sql<{ given: number }>`
    select coalesce(sum((inputs::jsonb ->> ${input})::int), 0)::int as given from staff_actions
    where user_id = ${userId} and action = ${action} and proposed_by is null
      and at > ${after(at, -days(givenWithinDays))}`.execute(trx);
  return rows[0]?.given ?? 0;
}
