import type pg from 'pg';

/**
 * A running job may be replaced by a later one with the same key: the library then removes its key and its remaining
 * attempts. If the worker dies or the run fails, the row stays forever and looks given up, although the later job does
 * its work. A job that never had a key is not updated after it was queued.
 */
const deleteReplacedJobs = `
  select count(*) from graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs
    where key is null and updated_at > created_at and attempts >= max_attempts and locked_at is null))`;

/** Returns the jobs of these workers to the queue. Jobs that were replaced meanwhile, of any worker, are deleted. */
export async function unlockWorkers(pool: pg.Pool, workerIds: readonly string[]): Promise<void> {
  await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [workerIds]);
  await pool.query(deleteReplacedJobs);
}
