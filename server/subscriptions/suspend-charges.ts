import { sql } from 'kysely';
import { after, days } from '../clock.ts';
import type { Trx } from '../db/pool.ts';
import { dueDayOfRow } from './due-subscriptions.ts';
import { noticeDays } from './renewal-schedule.ts';

/** Nothing is charged automatically from now on. Returns false if that is so already. */
export async function suspendCharges(trx: Trx, at: Date): Promise<boolean> {
  const { rows } = await sql`insert into charge_suspensions (suspended_at) values (${at})
    on conflict ((true)) where resumed_at is null do nothing returning id`.execute(trx);
  return rows.length > 0;
}

/**
 * Charges go on: the next scan queues what is due, in the order of its days. A renewal whose day passed is announced
 * to its payer anew, and charged a week later. Returns false if charges were not suspended.
 */
export async function resumeCharges(trx: Trx, at: Date): Promise<boolean> {
  const resumed = await trx
    .updateTable('chargeSuspensions')
    .set({ resumedAt: at })
    .where('resumedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!resumed) return false;
  const today = dueDayOfRow(at);
  // Older than a day: the next scan announces it again. The day of a charge counts from the first reminder, as in
  // `firstChargeOn`, even if a later one was sent in the last week.
  await sql`
    update renewal_notices set announced_on = null, created_at = ${after(at, -days(2))}
    from subscriptions
    where subscriptions.id = subscription_id and subscriptions.period_end = renewal_notices.period_end
      and state = 'CURRENT' and auto_renew and declined_on is null and quote is not null
      and subscriptions.period_end < ${today}
      and (select min(told.announced_on) from renewal_notices as told
        where told.subscription_id = subscriptions.id and told.period_end = subscriptions.period_end
          and told.user_id = payer_user_id and told.quote is not null) + ${noticeDays}::int < ${today}`.execute(trx);
  await sql`
    with waiting as (
      select id from subscriptions
      where state = 'CURRENT' and auto_renew and queued_at is not null
        and (declined_on is not null or period_end <= ${today})
      order by id
      for update
    )
    update subscriptions set queued_at = null from waiting where waiting.id = subscriptions.id`.execute(trx);
  return true;
}
