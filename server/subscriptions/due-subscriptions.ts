import { sql } from 'kysely';
import type { Day } from '#contract/fields/day.ts';
import { after, hours } from '../clock.ts';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import { addDays, dueDay, dueHour } from './calendar.ts';
import { firstSuspendedAt, readSuspension } from './charge-suspensions.ts';
import { payerClosesFirst } from './closing-payer.ts';
import { askDays, noticeDays, type ReminderDays, reminderWindow } from './renewal-schedule.ts';

/** A lost job is queued again after this time; until then a waiting one is not queued twice. */
const requeueAfterMs = hours(20);

/** The position of a scan: everything before it has been checked. */
export type Cursor = { periodEnd: Day; id: string };
export const scanStart: Cursor = { periodEnd: '0001-01-01', id: '00000000-0000-0000-0000-000000000000' };

function furthest(rows: readonly Cursor[]): Cursor | null {
  const key = ({ periodEnd, id }: Cursor) => `${periodEnd}/${id}`;
  return rows.reduce<Cursor | null>((last, row) => (last === null || key(row) > key(last) ? row : last), null);
}

/** `next` is null when nothing is left. */
export type Batch = { due: Cursor[]; next: Cursor | null };
type Claim = { at: Date; from: Cursor; limit: number };

/** `dueDay` for the payer's zone of a row, computed by the database. */
export const dueDayOfRow = (at: Date) =>
  sql<Day>`((${at}::timestamptz at time zone time_zone) - make_interval(hours => ${dueHour}))::date`;
/** No zone is ahead of this one, so later rows are due nowhere and the index can skip them. */
const latestDay = (at: Date) => dueDay(at, 'Pacific/Kiritimati');

/** SQL condition on a row of `subscriptions`: the system from which the plan was imported no longer renews it. */
export const renewsHere = (at: Date) => sql`not exists (
  select from imported_terms where subscription_id = subscriptions.id and renews_from > ${dueDayOfRow(at)})`;

/**
 * SQL condition on a row of `subscriptions`: it was announced late, so it is charged a week after its payer was
 * notified.
 */
export const waitsForNotice = (at: Date) => sql`(declined_on is null and exists (
  select from renewal_notices as notices where notices.subscription_id = subscriptions.id
    and notices.period_end = subscriptions.period_end and notices.user_id = payer_user_id
    and quote is not null and announced_on >= ${dueDayOfRow(at)} - ${noticeDays}::int))`;

/** SQL condition on a row of `subscriptions`: staff gave its term, or codes paid all of it. */
const isFree = sql`(not exists (select from imported_terms where subscription_id = subscriptions.id) and not exists (
  select from subscription_periods as paid join orders on orders.id = paid.order_id
  where paid.subscription_id = subscriptions.id and paid.period_start = subscriptions.period_start
    and not paid.refunded and orders.total_cents > 0))`;

/** Whether the system that a plan was imported from still renews it. */
export async function renewsElsewhere(
  db: DbOrTrx,
  { id, timeZone }: { id: string; timeZone: string },
  at: Date,
): Promise<boolean> {
  const elsewhere = await db
    .selectFrom('importedTerms')
    .select('subscriptionId')
    .where('subscriptionId', '=', id)
    .where('renewsFrom', '>', dueDay(at, timeZone))
    .executeTakeFirst();
  return elsewhere !== undefined;
}

/**
 * Claims the next `limit` due subscriptions that are not queued, to be charged or ended. Rows locked by another scan
 * are skipped (SKIP LOCKED), so any number of scans may run concurrently. The caller queues them in the same
 * transaction.
 */
export async function claimDue(trx: Trx, { at, from, limit }: Claim): Promise<Batch> {
  const { rows } = await sql<Cursor>`
    update subscriptions set queued_at = ${at}
    where id in (
      select id from subscriptions
      where state = 'CURRENT' and period_end <= ${latestDay(at)}::date
        and (declined_on is not null or period_end <= ${dueDayOfRow(at)})
        and (period_end, id) > (${from.periodEnd}::date, ${from.id}::uuid)
        and (queued_at is null or queued_at < ${after(at, -requeueAfterMs)})
        and (not auto_renew or declined_on is null or coalesce(retry_on, declined_on + 7) <= ${dueDayOfRow(at)})
        and ${renewsHere(at)}
      order by period_end, id
      limit ${limit}
      for update skip locked
    )
    returning period_end, id`.execute(trx);
  return { due: rows, next: furthest(rows) };
}

/** The next `limit` renewals for a holder who never joined whose payer is to be asked. */
export async function findUnjoined(trx: Trx, { at, from, limit }: Claim): Promise<Batch> {
  const { rows } = await sql<Cursor>`
    select id, period_end from subscriptions
    where state = 'CURRENT' and auto_renew and declined_on is null and payer_user_id <> user_id
      and exists (select from users where users.id = user_id and status not in ('ACTIVE', 'CLOSED'))
      and asked_for is distinct from period_end
      and period_end <= ${addDays(latestDay(at), askDays)}::date
      and period_end - ${dueDayOfRow(at)} <= ${askDays}
      and (period_end, id) > (${from.periodEnd}::date, ${from.id}::uuid)
      and ${renewsHere(at)}
    order by period_end, id
    limit ${limit}`.execute(trx);
  return { due: rows, next: furthest(rows) };
}

/**
 * Marks and returns the next `limit` due reminders, so that each is mailed once: about renewals to their payer, and
 * about the end of plans to a holder who did not pay for them. A reminder marked for another reader, that told the
 * opposite, or whose mail has not been sent since, is due again; one is skipped after a later one was sent.
 */
export async function claimReminders(
  trx: Trx,
  { daysBefore, at, from, limit }: Claim & { daysBefore: ReminderDays },
): Promise<Batch> {
  const window = reminderWindow(daysBefore);
  const today = dueDayOfRow(at);
  const suspension = await readSuspension(trx);
  // What was due meanwhile is late only since charges go on. Until then it is not announced: nobody knows its day.
  const suspendedUntil = suspension && dueDayOfRow(suspension.resumedAt ?? at);
  const isSuspended = suspension?.resumedAt === null;
  const earliest = (suspension && (await firstSuspendedAt(trx))) ?? at;
  const { rows } = await sql<Cursor>`
    with due as (
      select id, period_end, renews, case when renews then payer_user_id
        when (payer_user_id <> user_id or (not auto_renew and ${isFree})) and days_left > 0
          then user_id end as reader_id
      from subscriptions cross join lateral (
        select auto_renew and not has_open_dispute(payer_user_id) and not ${payerClosesFirst} as renews) as outlook
      cross join lateral (select case when renews then greatest(period_end, ${suspendedUntil}) else period_end end
        - ${today} as days_left) as ahead
      where state = 'CURRENT' and period_end between ${addDays(latestDay(earliest), window.least - 2)}::date
        and ${addDays(latestDay(at), window.most)}::date
        and days_left between ${window.least} and ${window.most}
        and not (renews and ${isSuspended} and period_end <= ${today})
        and declined_on is null
        and (period_end, id) > (${from.periodEnd}::date, ${from.id}::uuid)
        and ${renewsHere(at)}
    )
    insert into renewal_notices (subscription_id, period_end, days_before, user_id, created_at)
    select id, period_end, ${daysBefore}::int, reader_id, ${at} from due
    where reader_id is not null and not exists (
      select from renewal_notices as noted
      where noted.subscription_id = due.id and noted.period_end = due.period_end
        and noted.days_before <= ${daysBefore}::int and noted.user_id = reader_id
        and case when announced_on is null then created_at > ${after(at, -requeueAfterMs)}
          else (quote is not null) = renews end)
    order by period_end, id
    limit ${limit}
    on conflict (subscription_id, period_end, days_before) do update
      set user_id = excluded.user_id, created_at = excluded.created_at, announced_on = null, quote = null
    returning period_end, subscription_id as id`.execute(trx);
  return { due: rows, next: furthest(rows) };
}
