import type { InputValues } from '#contract/staff/action-inputs.ts';
import { budgetActions, budgetOf, givenWithinDays, type StaffActionName } from '#contract/staff/staff-actions.ts';
import { sql } from 'kysely';
import { after, days } from '../clock.ts';
import type { Trx } from '../db/pool.ts';

/**
 * In cents, what a staff member recently let people have without a second person, in coupons, codes and referrers
 * together, whatever became of them. Their concurrent actions wait for each other. 0 for other actions.
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
  // Referrers had no budget at first.
  return cents.filter((one) => Number.isFinite(one)).reduce((sum, one) => sum + one, 0);
}
