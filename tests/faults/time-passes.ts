import type pg from 'pg';
import { queueTables } from '../setup/database/queue-tables.ts';
import { paymentTimeoutMs } from './fault-site.ts';

/** The age after which no request waits for the gateway's answer to an attempt any more. */
const forgottenAfterMs = paymentTimeoutMs + 1_500;

/**
 * Ages attempts that no request waits for by a minute, and makes their jobs and failed jobs due. Nothing else changes,
 * so that what takes minutes in production takes seconds here.
 */
export async function aMinutePasses(sql: pg.Pool): Promise<void> {
  const { rows } = await sql.query<{ id: string }>(
    `update payment_attempts
        set created_at = created_at - interval '61 seconds', sent_at = sent_at - interval '61 seconds'
      where state in ('PENDING', 'UNKNOWN')
        and coalesce(sent_at, created_at) between now() - interval '55 seconds' and now() - make_interval(secs => $1)
      returning id`,
    [forgottenAfterMs / 1000],
  );
  await sql.query(
    `update ${queueTables.jobs} as jobs
        set run_at = now()
      where locked_at is null and run_at > now()
        and (jobs.payload->>'attemptId' = any($1::text[]) or jobs.last_error is not null)`,
    [rows.map(({ id }) => id)],
  );
  // The queue is polled every second; a notification is quicker.
  await sql.query(`notify "jobs:insert"`);
}

/** Ages a killed worker so that it counts as dead, and queues the job that looks for such workers. */
export async function workerCountsAsDead(sql: pg.Pool, workerId: string): Promise<void> {
  await sql.query(`update job_workers set seen_at = seen_at - interval '5 minutes' where id = $1`, [workerId]);
  await sql.query(`update ${queueTables.jobs} set locked_at = locked_at - interval '5 minutes' where locked_by = $1`, [
    workerId,
  ]);
  await sql.query(`select graphile_worker.add_job('unlock-dead-workers', payload => '{}'::json)`);
}
