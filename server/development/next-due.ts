import { sql } from 'kysely';
import { closingInstant } from '../closing/deletion-repository.ts';
import type { DbOrTrx } from '../db/pool.ts';
import { dueHour } from '../subscriptions/calendar.ts';
import { graceDays, noticeDays, reminderDays } from '../subscriptions/renewal-schedule.ts';

/**
 * The first instant after `after`, up to `until`, at which a subscription needs an action, or an account is to be
 * closed; null if there is none.
 */
export async function nextDue(db: DbOrTrx, { after: from, until }: { after: Date; until: Date }): Promise<Date | null> {
  const { rows } = await sql<{ turn: Date | null }>`
    select min(turn) as turn
    from (
      select (day + make_interval(hours => ${dueHour})) at time zone time_zone as turn
      from subscriptions, unnest(array[${sql.join(reminderDays.map((count) => sql`period_end - ${count}::int`))}, period_end,
        retry_on, declined_on + ${graceDays}::int,
        (select min(announced_on) + ${noticeDays}::int from renewal_notices as notices
          where subscription_id = subscriptions.id and notices.period_end = subscriptions.period_end
            and notices.user_id = payer_user_id and quote is not null)]) as day
      where state = 'CURRENT'
      union all
      select ${closingInstant} from deletion_requests join users on users.id = deletion_requests.user_id
      where withdrawn_at is null and closed_at is null
    ) as turns
    where turn > ${from} and turn <= ${until}`.execute(db);
  return rows[0]?.turn ?? null;
}
