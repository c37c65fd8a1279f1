import type pg from 'pg';
import type { MetricRow } from './gauges.ts';
import type { Metrics } from './metrics.ts';

/**
 * Work waiting in the database for any process: every process exports the same numbers, so aggregate with max. Ages are
 * in seconds. Money, renewals and refunds use the rules' clock ($1), jobs and workers the database's.
 */
const totals = {
  evenkeel_database_up: 'Whether the database answers',
  evenkeel_payments_in_doubt: 'Payments with an unknown outcome',
  evenkeel_payment_in_doubt_oldest_seconds: 'Age of the oldest of them, 0 without any',
  evenkeel_refund_pending_oldest_seconds: 'Age of the oldest refund that is promised and not issued, 0 without any',
  evenkeel_refunds_failed: 'Refunds that failed permanently: manual action required',
  evenkeel_settlement_differences: 'Transactions that differ between our books and the gateway’s',
  evenkeel_disputes_to_answer: 'Open disputes: evidence or acceptance is due',
  evenkeel_disputes_due_soon: 'Open disputes whose deadline is within three days or past',
  evenkeel_renewals_overdue: 'Subscriptions that should have been renewed or ended more than two days ago',
  evenkeel_charges_suspended_seconds: 'Since when operators hold all automatic charges, 0 if they do not',
  evenkeel_events_waiting: 'Undelivered events',
  evenkeel_event_oldest_seconds: 'Age of the oldest undelivered event, 0 without any',
  evenkeel_events_given_up: 'Events that were not accepted for three days: manual action required',
  evenkeel_event_endpoints_gone: 'Event endpoints that answered 410 Gone: manual action required',
  evenkeel_workers_alive: 'Processes running jobs, by heartbeats of the last minute',
} as const;

const totalsNow = `
  select 1 as evenkeel_database_up,
    (select count(*) from payment_attempts where state in ('PENDING', 'UNKNOWN')) as evenkeel_payments_in_doubt,
    coalesce((select extract(epoch from $1::timestamptz - min(created_at)) from payment_attempts where state
      in ('PENDING', 'UNKNOWN')), 0)
      as evenkeel_payment_in_doubt_oldest_seconds,
    coalesce((select extract(epoch from $1::timestamptz - min(requested_at)) from refunds where state = 'PENDING'), 0)
      as evenkeel_refund_pending_oldest_seconds,
    (select count(*) from refunds where state = 'FAILED') as evenkeel_refunds_failed,
    (select count(*) from settlement_differences where resolved_at is null) as evenkeel_settlement_differences,
    (select count(*) from disputes where state = 'OPEN') as evenkeel_disputes_to_answer,
    (select count(*) from disputes where state = 'OPEN' and reply_by <= ($1::timestamptz at time zone 'UTC')::date + 3)
      as evenkeel_disputes_due_soon,
    (select count(*) from subscriptions
      where state = 'CURRENT' and period_end < ($1::timestamptz at time zone 'UTC')::date - 2
        and (not auto_renew or declined_on is null)
        and not (auto_renew and exists (select from charge_suspensions where resumed_at is null))
        -- Announced late, it is charged a week later.
        and not exists (select from renewal_notices as notices
          where notices.subscription_id = subscriptions.id and notices.period_end = subscriptions.period_end
            and notices.user_id = payer_user_id and quote is not null
            and announced_on > ($1::timestamptz at time zone 'UTC')::date - 9))
      as evenkeel_renewals_overdue,
    coalesce((select extract(epoch from $1::timestamptz - suspended_at) from charge_suspensions
      where resumed_at is null), 0) as evenkeel_charges_suspended_seconds,
    (select count(*) from event_deliveries where dead_at is null) as evenkeel_events_waiting,
    coalesce((select extract(epoch from now() - min(created_at)) from event_deliveries where dead_at is null), 0)
      as evenkeel_event_oldest_seconds,
    (select count(*) from event_deliveries where dead_at is not null) as evenkeel_events_given_up,
    (select count(*) from event_endpoints where paused_by = 'RECEIVER') as evenkeel_event_endpoints_gone,
    (select count(*) from job_workers where seen_at > now() - interval '60 seconds') as evenkeel_workers_alive`;

const byJob = {
  evenkeel_jobs_waiting: 'Jobs that are due, or failed and will be retried',
  evenkeel_job_oldest_seconds: 'How long the oldest of them is overdue',
  evenkeel_jobs_given_up: 'Jobs that used all attempts: manual action required',
} as const;

/** Each failure postpones a job by exp(tries) seconds; subtracting these gives the time when it was first due. */
const waitingByJob = `
  select task_identifier as job,
    count(*) filter (where attempts < max_attempts) as evenkeel_jobs_waiting,
    coalesce(max(extract(epoch from now() - run_at) + (select coalesce(sum(exp(least(tries, 10))), 0)
      from generate_series(1, attempts) as tries))
      filter (where attempts < max_attempts), 0) as evenkeel_job_oldest_seconds,
    count(*) filter (where attempts >= max_attempts and locked_at is null) as evenkeel_jobs_given_up
  from graphile_worker.jobs
  where run_at <= now() or attempts > 0
  group by task_identifier`;

type Row = Record<string, string | number>;
const rowsOf = (row: Row, names: object, label: string | null): MetricRow[] =>
  Object.keys(names).map((name) => ({ name, label, value: Math.max(0, Number(row[name])) }));

export function watchWaitingWork(metrics: Metrics, { pool, now }: { pool: pg.Pool; now: () => Date }): void {
  metrics.watchRows({
    names: totals,
    label: null,
    read: async () => {
      const answer = await pool.query<Row>(totalsNow, [now()]).catch(() => null);
      const row = answer?.rows[0];
      return row ? rowsOf(row, totals, null) : [{ name: 'evenkeel_database_up', label: null, value: 0 }];
    },
  });
  metrics.watchRows({
    names: byJob,
    label: 'job',
    read: async () =>
      (await pool.query<Row>(waitingByJob)).rows.flatMap((row) => rowsOf(row, byJob, String(row['job']))),
  });
}

export function watchPool(metrics: Metrics, { pool, name }: { pool: pg.Pool; name: string }): void {
  const { max } = pool.options;
  for (const [state, help, read] of [
    ['in_use', 'in use', () => pool.totalCount - pool.idleCount],
    ['waiting', 'waited for', () => pool.waitingCount],
    ['most', 'that there may be', () => max],
  ] as const)
    metrics.watch({
      name: `evenkeel_${name}_connections_${state}`,
      help: `Database connections for ${name} ${help}`,
      read,
    });
}
