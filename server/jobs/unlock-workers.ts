import type pg from 'pg';

/**
 * What a worker has in hand may be replaced by a later job of the same key: the library then takes the key away from it
 * and leaves it no further try. If the worker dies or the run fails, such a row stays for ever and looks as though it
 * had been given up, though the later job does its work. A job without a key from the start is never written again.
 */
const deleteReplacedJobs = `
  select count(*) from graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs
    where key is null and updated_at > created_at and attempts >= max_attempts and locked_at is null))`;

/**
 * Gives the jobs of these workers back to the queue, but for those that were replaced meanwhile: they are deleted,
 * whoever had them.
 */
export async function unlockWorkers(pool: pg.Pool, workerIds: readonly string[]): Promise<void> {
  await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [workerIds]);
  await pool.query(deleteReplacedJobs);
}
