import { sql } from 'kysely';
import type { Day } from '#contract/fields/day.ts';
import { days } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import { attributionDays } from '../experiments/attribute-attempt.ts';

type Run = { key: string; iteration: number };
export type GroupName = 'control' | 'treatment';

/** By the day of the first exposure (UTC). */
export type ShownRow = { day: Day; state: GroupName; people: number };
/** `logSeconds`: of payers, the logarithm of the seconds from exposure to payment; its sum and sum of squares. */
export type PayerRow = {
  day: Day;
  state: GroupName;
  tried: number;
  declined: number;
  paid: number;
  refunded: number;
  logSeconds: number;
  logSecondsSquared: number;
};

const day = sql`to_char(exposed_at at time zone 'UTC', 'YYYY-MM-DD')`;

/** Exposures of an iteration, by day. */
export async function countShown(db: Db, { key, iteration }: Run): Promise<ShownRow[]> {
  const { rows } = await sql<ShownRow>`
    select ${day} as day, state, count(*)::int as people from experiment_exposures
    where experiment_key = ${key} and iteration = ${iteration} group by 1, 2`.execute(db);
  return rows;
}

/**
 * Payment attempts of exposed people by the day of exposure, each purchase once. Only payments within the attribution
 * days count, and their refunds at any time.
 */
export async function countPayers(db: Db, { key, iteration }: Run): Promise<PayerRow[]> {
  const attributionInterval = `${days(attributionDays) / 1000} seconds`;
  const { rows } = await sql<PayerRow>`
    with tries as (
      select ${day} as day, shown.state, purpose, subject_id,
        attempt.state in ('DECLINED', 'REJECTED') as declined, attempt.state = 'APPROVED' as paid,
        ln(greatest(1, extract(epoch from settled_at - exposed_at))) as log_seconds,
        exists (select from orders join refunds on refunds.order_id = orders.id where orders.attempt_id = attempt.id)
          as refunded
      from attempt_exposures shown join payment_attempts attempt on attempt.id = attempt_id
      where experiment_key = ${key} and iteration = ${iteration}
        and coalesce(settled_at, created_at) < exposed_at + ${attributionInterval}::interval),
    payers as (
      select min(day) as day, state, bool_or(declined) as declined, bool_or(paid) as paid,
        bool_or(paid and refunded) as refunded, (min(log_seconds) filter (where paid))::float8 as log_seconds
      from tries group by state, purpose, subject_id)
    select day, state, count(*)::int as tried, (count(*) filter (where declined))::int as declined,
      (count(*) filter (where paid))::int as paid, (count(*) filter (where refunded))::int as refunded,
      coalesce(sum(log_seconds), 0) as "logSeconds", coalesce(sum(log_seconds ^ 2), 0) as "logSecondsSquared"
    from payers group by 1, 2`.execute(db);
  return rows;
}
