import { feeWaiversConfirmedAbove, givenWithinDays, type StaffActionName } from '#contract/staff/staff-actions.ts';
import { currency } from '#contract/fields/money.ts';
import { sql } from 'kysely';
import { after, days } from '../clock.ts';
import type { Trx } from '../db/pool.ts';

type Granting = { action: StaffActionName; subject: string | null; actor: string; at: Date };

/**
 * Whether the free years that a staff member granted lately without a second person are worth more than one person may
 * grant, this one among them. Their concurrent grants wait for each other.
 */
export async function isOverWaiverBudget(trx: Trx, { action, subject, actor, at }: Granting): Promise<boolean> {
  if (action !== 'GRANT_FEE_WAIVER') return false;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`waivers ${actor}`}, 0))`.execute(trx);
  // One whose request was deleted meanwhile counts as much as this one.
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(coalesce(granted.price_cents, this.price_cents)), 0)::int + this.price_cents as cents
    from fee_waivers as this
      left join staff_actions on actor = ${actor} and action = 'GRANT_FEE_WAIVER' and proposed_by is null
        and at > ${after(at, -days(givenWithinDays))}
      left join fee_waivers as granted on granted.id::text = staff_actions.subject
    where this.id::text = ${subject} and staff_actions.number is not null group by this.price_cents`.execute(trx);
  return (rows[0]?.cents ?? 0) > feeWaiversConfirmedAbove[currency.code];
}
