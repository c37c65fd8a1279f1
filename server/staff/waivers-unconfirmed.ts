import { sql } from 'kysely';
import { currency } from '#contract/fields/money.ts';
import { feeWaiversConfirmedAbove, givenWithinDays, type StaffActionName } from '#contract/staff/staff-actions.ts';
import { after, days } from '../clock.ts';
import type { Trx } from '../db/pool.ts';

type Granting = { action: StaffActionName; subject: string | null; actor: string; at: Date };

/**
 * Whether this free year and those that a staff member granted recently without a second person exceed what one person
 * may grant. Concurrent grants by the same person wait for each other.
 */
export async function isOverWaiverBudget(trx: Trx, { action, subject, actor, at }: Granting): Promise<boolean> {
  if (action !== 'GRANT_FEE_WAIVER') return false;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`waivers ${actor}`}, 0))`.execute(trx);
  // A grant whose request was deleted meanwhile counts as much as this one.
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(coalesce(granted.price_cents, this.price_cents)), 0)::int + this.price_cents as cents
    from fee_waivers as this
      left join staff_actions on actor = ${actor} and action = 'GRANT_FEE_WAIVER' and proposed_by is null
        and at > ${after(at, -days(givenWithinDays))}
      left join fee_waivers as granted on granted.id::text = staff_actions.subject
    where this.id::text = ${subject} and staff_actions.number is not null group by this.price_cents`.execute(trx);
  return (rows[0]?.cents ?? 0) > feeWaiversConfirmedAbove[currency.code];
}
