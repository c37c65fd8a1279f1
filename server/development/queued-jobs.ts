import { sql } from 'kysely';
import type { DbOrTrx } from '../db/pool.ts';

/** After the rules' clock was moved: postponed jobs wait that much less. */
export async function rescheduleEarlier(db: DbOrTrx, milliseconds: number): Promise<void> {
  await sql`
    select count(*) from graphile_worker.jobs as waiting, lateral graphile_worker.reschedule_jobs(
      array[waiting.id], run_at => waiting.run_at - make_interval(secs => ${milliseconds / 1000}))
    where waiting.locked_at is null and waiting.run_at > now()`.execute(db);
}

/** Jobs that run or could run now. */
export async function runnableJobs(db: DbOrTrx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from graphile_worker.jobs
    where attempts < max_attempts and run_at <= now()`.execute(db);
  return rows[0]?.count ?? 0;
}
