import { sql } from 'kysely';
import type { DbOrTrx, Trx } from './pool.ts';

/**
 * Why a plan ended: its renewal was declined, its payment did not settle, a bank had not decided a dispute, or the
 * renewal was off.
 */
export type EndReason = 'DECLINED' | 'UNSETTLED' | 'DISPUTED' | 'CANCELLED';

/** All jobs by name, with their payloads, which their handlers declare (`jobs/jobs.ts`). */
export interface JobPayloads {}

export type JobName = keyof JobPayloads;

type ScheduleOptions = {
  runAt?: Date;
  /** A later job with the same key replaces the earlier one. */
  key?: string;
  maxAttempts?: number;
};

type Job = { name: JobName; payload: object; priority?: number } & ScheduleOptions;

/** The queue uses real time, but jobs are scheduled by the rules' clock, which may run ahead of it. */
const aheadOfRealTime = sql`(select make_interval(secs => ahead_ms / 1000.0) from clock_offset)`;

async function addJobs(db: DbOrTrx, jobs: readonly Job[]): Promise<void> {
  if (jobs.length === 0) return;
  await sql`
    select count(*) from graphile_worker.add_jobs(array(
      select row(spec->>'name', spec->'payload', null, (spec->>'runAt')::timestamptz - ${aheadOfRealTime},
        (spec->>'maxAttempts')::int, spec->>'key', (spec->>'priority')::int, null)::graphile_worker.job_spec
      from json_array_elements(${JSON.stringify(jobs)}::json) as spec
    ))`.execute(db);
}

/** By transaction: jobs waiting to be queued together, by key if they have one. */
const batchedJobs = new WeakMap<DbOrTrx, Map<string | symbol, Job>>();

/**
 * Queues all jobs of `work` in one statement at its end, or at `flushJobs`: ten jobs cost the database as much as one.
 */
export async function enqueueTogether(trx: Trx, work: () => Promise<void>): Promise<void> {
  batchedJobs.set(trx, new Map());
  await work();
  await flushJobs(trx);
  batchedJobs.delete(trx);
}

export async function flushJobs(db: DbOrTrx): Promise<void> {
  const waiting = batchedJobs.get(db);
  const jobs = [...(waiting?.values() ?? [])];
  waiting?.clear();
  await addJobs(db, jobs);
}

/** Queues a job in the caller's transaction: it runs after the commit, and never after a rollback. */
export async function enqueue<Name extends JobName>(
  db: DbOrTrx,
  job: { name: Name; payload: JobPayloads[Name] } & ScheduleOptions,
): Promise<void> {
  const together = batchedJobs.get(db);
  if (together) together.set(job.key ?? Symbol(job.name), job);
  else await addJobs(db, [job]);
}

/** Whether a job with this key is waiting or running; a later job does not replace a running one. */
export async function isEnqueued(db: DbOrTrx, key: string): Promise<boolean> {
  await flushJobs(db);
  const { rows } = await sql`
    select from graphile_worker.jobs where key = ${key} and attempts < max_attempts`.execute(db);
  return rows.length > 0;
}

/** Ordinary jobs have priority 0 and run before bulk work. */
const massWorkPriority = 10;

/** Queues many jobs of one kind in one statement, in the caller's transaction. `key` as above. */
export function enqueueAll<Name extends JobName>(
  db: DbOrTrx,
  { name, jobs }: { name: Name; jobs: readonly { payload: JobPayloads[Name]; key: string }[] },
): Promise<void> {
  return addJobs(
    db,
    jobs.map((job) => ({ ...job, name, priority: massWorkPriority })),
  );
}
