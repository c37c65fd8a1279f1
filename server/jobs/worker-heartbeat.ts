import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Job } from './job.ts';

const beatMs = 10_000;
/**
 * A worker unseen for so long is dead: its jobs may be taken by others. Long enough for a slow database, short enough
 * for REL5.
 */
const deadAfter = '60 seconds';

type HeartbeatOptions = { db: Db; workerId: string; onError: (error: unknown) => void };

/** Says every ten seconds, by the database's clock, that this worker lives. Returns how to stop. */
export function beat({ db, workerId, onError }: HeartbeatOptions): () => Promise<void> {
  const t = (): void => {
    sql`insert into job_workers (id, seen_at) values (${workerId}, now()) on conflict (id) do update set seen_at = now()`
      .execute(db)
      .catch(onError);
  };
  t();
  const timer = setInterval(t, beatMs);
  return async () => {
    clearInterval(timer);
    await sql`delete from job_workers where id = ${workerId}`.execute(db).catch(onError);
  };
}

/** Workers that hold jobs and are not alive: killed, cut off, or gone with their machine. */
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

/** Gives the jobs of dead workers back to the queue; without it they would wait four hours. */
export const unlockDeadWorkers: Job<'unlock-dead-workers'> = {
  run: async ({ db, log, unlockWorkers }) => {
    const dead = await deadWorkers(db);
    // With nobody dead too: a replaced job whose run failed is left by a worker that lives.
    await unlockWorkers(dead);
    if (dead.length === 0) return;
    await sql`delete from job_workers where seen_at < now() - interval '1 hour'`.execute(db);
    log.warn({ count: dead.length }, 'jobs of dead workers freed');
  },
};
