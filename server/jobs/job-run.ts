import { EventEmitter } from 'node:events';
import { Logger, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import { enqueue, type JobName, type JobPayloads } from '../db/job-queue.ts';
import { hashSecret } from '../secret.ts';
import { isFailedAttempt, logFailedAttempt, Postponed } from './failed-attempt.ts';
import type { JobDependencies } from './job.ts';
import { jobs, schedule } from './jobs.ts';
import { startHeartbeat } from './worker-heartbeat.ts';

export type JobRunOptions = { pool: pg.Pool; concurrency: number; dependencies: JobDependencies };

/** One run of the queue's library. It can end by itself, if the database goes away while a job is being completed. */
export type JobRun = {
  workerId: string;
  ended: Promise<void>;
  /** Finishes the running jobs. */
  stop: () => Promise<void>;
  /** Waits for nothing: for a run that has failed. */
  abandon: () => Promise<void>;
};

const timeoutMs = 5_000;

/**
 * Without batches the library reports how a job ended in a promise that nobody awaits: a database outage at that moment
 * would end the whole process (REL3). With a batch, of zero delay, it retries, and then ends the run.
 */
const flushOnShutdown = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

export async function startJobRun({ pool, concurrency, dependencies }: JobRunOptions): Promise<JobRun> {
  const { db, log } = dependencies;
  const events: WorkerEvents = new EventEmitter();
  const poolCreated = new Promise<string>((resolve) =>
    events.once('pool:create', ({ workerPool }) => resolve(workerPool.id)),
  );
  const cannotTakeJobs = firstLookFails(events);
  const runner = await run({
    preset: flushOnShutdown,
    pgPool: pool,
    concurrency,
    noHandleSignals: true,
    pollInterval: 1_000,
    taskList: taskList(dependencies),
    crontab: schedule,
    events,
    logger: new Logger(() => (level, message, meta) => {
      if (isFailedAttempt(meta)) return logFailedAttempt(log, meta);
      if (level === 'error') log.error({ source: 'jobs' }, message);
      if (level === 'warning') log.warn({ source: 'jobs' }, message);
    }),
  });
  const workerId = await poolCreated;
  const stopBeat = startHeartbeat({
    db,
    workerId,
    onError: (error) => log.warn({ code: codeOf(error) }, 'heartbeat failed'),
  });
  const over = runner.promise.then(
    () => undefined,
    () => undefined,
  );
  // When the library shuts down after an error, it waits for its own queries, some of which never return.
  const shutdownTimedOut = new Promise<void>((resolve) =>
    events.once('pool:gracefulShutdown', () => setTimeout(resolve, timeoutMs).unref()),
  );
  return {
    workerId,
    ended: Promise.race([over, shutdownTimedOut, cannotTakeJobs]),
    stop: async () => {
      // The runner throws if it is stopped twice.
      await runner.stop().catch(() => undefined);
      await stopBeat();
    },
    abandon: async () => {
      void runner.kill().catch(() => undefined);
      await stopBeat();
    },
  };
}

/**
 * A run reads the queue's tasks once and caches the result, even a failure: a run that began while the database was
 * away would never take a job (REL3). The library retries failures after the first read.
 */
function firstLookFails(events: WorkerEvents): Promise<void> {
  let hasLooked = false;
  const markLooked = () => (hasLooked = true);
  events.once('worker:getJob:empty', markLooked);
  events.once('job:start', markLooked);
  return new Promise((resolve) => events.on('worker:getJob:error', () => !hasLooked && resolve()));
}

/** Queues a job again if its message must wait for its reader's hours, as often as needed. */
async function runOrPostpone(dependencies: JobDependencies, name: JobName, payload: unknown): Promise<void> {
  const run = jobs[name].run as (dependencies: JobDependencies, payload: unknown) => Promise<void>;
  try {
    await run(dependencies, payload);
  } catch (error) {
    if (!(error instanceof Postponed)) throw error;
    // Otherwise copies queued while it waited would be sent at the same moment.
    const key = `waits:${name}:${hashSecret(JSON.stringify(payload)).toString('hex')}`;
    await enqueue(dependencies.db, { name, payload: payload as JobPayloads[JobName], runAt: error.until, key });
  }
}

function taskList(dependencies: JobDependencies): TaskList {
  const tasks = (Object.keys(jobs) as JobName[]).map((name) => {
    const run = (payload: unknown) => runOrPostpone(dependencies, name, payload);
    return [name, measured({ name, run, ...dependencies })] as const;
  });
  return Object.fromEntries(tasks) as Record<JobName, (payload: unknown) => Promise<void>>;
}

type MeasuredJobParams = { name: string; run: (payload: unknown) => Promise<void> } & Pick<
  JobDependencies,
  'metrics' | 'tracer'
>;

function measured({ name, run, metrics, tracer }: MeasuredJobParams): (payload: unknown) => Promise<void> {
  const traced = (payload: unknown) =>
    tracer ? tracer.span({ name: `job ${name}`, kind: 'job' }, () => run(payload)) : run(payload);
  if (!metrics) return traced;
  return async (payload) => {
    const startedAt = performance.now();
    const end = (outcome: 'done' | 'failed') =>
      metrics.jobEnded({ job: name, outcome, seconds: (performance.now() - startedAt) / 1_000 });
    try {
      await traced(payload);
      end('done');
    } catch (error) {
      end('failed');
      throw error;
    }
  };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
