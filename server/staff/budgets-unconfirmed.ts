import { sql } from 'kysely';
import type { InputValues } from '#contract/staff/action-inputs.ts';
import { budgetActions, budgetOf, givenWithinDays, type StaffActionName } from '#contract/staff/staff-actions.ts';
import { after, days } from '../clock.ts';
import type { Trx } from '../db/pool.ts';

/**
 * The amount in cents that a staff member recently committed without a second person, in coupons, codes and referrers
 * together, including those ended since. Concurrent actions by the same person wait for each other. 0 for other
 * actions.
 */
export async function budgetsUnconfirmed(
  trx: Trx,
  { action, actor, at }: { action: StaffActionName; actor: string; at: Date },
): Promise<number> {
  if (!budgetActions.includes(action)) return 0;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`budgets ${actor}`}, 0))`.execute(trx);
  const made = await trx
    .selectFrom('staffActions')
    .select(['action', 'inputs'])
    .where('actor', '=', actor)
    .where('action', 'in', budgetActions)
    .where('proposedBy', 'is', null)
    .where('at', '>', after(at, -days(givenWithinDays)))
    .execute();
  const cents = made.map(({ action: name, inputs }) =>
    budgetOf(name as StaffActionName, JSON.parse(inputs ?? '{}') as InputValues),
  );
  // Referrers originally had no budget.
  return cents.filter((one) => Number.isFinite(one)).reduce((sum, one) => sum + one, 0);
}
