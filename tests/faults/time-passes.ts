import type pg from 'pg';
import { paymentTimeoutMs } from './fault-site.ts';
import { queueTables } from '../setup/queue-tables.ts';

/** Nobody waits for the gateway's answer to an attempt any more that was sent so long ago. */
const forgottenAfterMs = paymentTimeoutMs + 1_500;

/**
 * A minute passes for what waits for it: attempts that nobody waits for, and jobs that are to be tried again. Nothing
 * else moves, so that what takes minutes in the world takes seconds here.
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
  // New work waiting in the queue is looked for every second; saying so is quicker.
  await sql.query(`notify "jobs:insert"`);
}

/** Time enough passes for a killed worker to count as dead, and the job that looks for such runs. */
export async function workerCountsAsDead(sql: pg.Pool, workerId: string): Promise<void> {
  await sql.query(`update job_workers set seen_at = seen_at - interval '5 minutes' where id = $1`, [workerId]);
  await sql.query(`update ${queueTables.jobs} set locked_at = locked_at - interval '5 minutes' where locked_by = $1`, [
    workerId,
  ]);
  await sql.query(`select graphile_worker.add_job('unlock-dead-workers', payload => '{}'::json)`);
}
