import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Job } from './job.ts';

const heartbeatMs = 10_000;
/**
 * A worker not seen for this long is dead, and others may take its jobs. Long enough for a slow database, short enough
 * for REL5.
 */
const deadAfter = '60 seconds';

type HeartbeatOptions = { db: Db; workerId: string; onError: (error: unknown) => void };

/** Records every ten seconds, by the database's clock, that this worker is alive. Returns a function that stops it. */
export function startHeartbeat({ db, workerId, onError }: HeartbeatOptions): () => Promise<void> {
  const record = (): void => {
    sql`insert into job_workers (id, seen_at) values (${workerId}, now()) on conflict (id) do update set seen_at = now()`
      .execute(db)
      .catch(onError);
  };
  record();
  const timer = setInterval(record, heartbeatMs);
  return async () => {
    clearInterval(timer);
    await sql`delete from job_workers where id = ${workerId}`.execute(db).catch(onError);
  };
}

/** Workers that hold jobs and are not alive: killed, disconnected, or lost with their machine. */
export async function deadWorkers(db: Db): Promise<string[]> {
  const { rows } = await sql<{ lockedBy: string }>`
    select distinct jobs.locked_by
    from graphile_worker.jobs as jobs
    left join job_workers as workers on workers.id = jobs.locked_by
    where jobs.locked_by is not null
      and jobs.locked_at < now() - ${sql.lit(deadAfter)}::interval
      and (workers.id is null or workers.seen_at < now() - ${sql.lit(deadAfter)}::interval)`.execute(db);
  return rows.map(({ lockedBy }) => lockedBy);
}

/** Returns the jobs of dead workers to the queue; otherwise they would wait four hours. */
export const unlockDeadWorkers: Job = {
  run: async ({ db, log, unlockWorkers }) => {
    const dead = await deadWorkers(db);
    // Even without dead workers: a failed run of a living worker can leave a replaced job behind.
    await unlockWorkers(dead);
    if (dead.length === 0) return;
    await sql`delete from job_workers where seen_at < now() - interval '1 hour'`.execute(db);
    log.warn({ count: dead.length }, 'jobs of dead workers returned to the queue');
  },
};
