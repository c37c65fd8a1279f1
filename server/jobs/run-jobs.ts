import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { startEventSender } from './event-sender.ts';
import type { JobDependencies } from './job.ts';
import { type JobRun, startJobRun } from './job-run.ts';
import { unlockWorkers } from './unlock-workers.ts';

export type JobRunner = { stop: () => Promise<void> };
type Dependencies = Omit<JobDependencies, 'unlockWorkers'>;

const pauseMs = 1_000;

type RunnerOptions = { pool: pg.Pool; concurrency: number; dependencies: Dependencies };

/**
 * Runs jobs from the queue until stopped, in any number of processes on one database. A run that ends by itself, which
 * a restart of the database can cause, returns its jobs and is replaced: otherwise the process would stay idle, and its
 * heartbeat would keep its jobs from the others (REL3).
 */
export async function runJobs({ pool, concurrency, dependencies }: RunnerOptions): Promise<JobRunner> {
  const { log } = dependencies;
  const unlock = (workerIds: readonly string[]) => unlockWorkers(pool, workerIds);
  const start = () => startJobRun({ pool, concurrency, dependencies: { ...dependencies, unlockWorkers: unlock } });
  const stopping = new AbortController();
  const isStopping = () => stopping.signal.aborted;
  let current = await start();

  const startAgain = async ({ workerId }: JobRun): Promise<JobRun | null> => {
    while (!isStopping()) {
      try {
        await unlock([workerId]);
        return await start();
      } catch (error) {
        log.warn(
          { source: 'jobs', message: error instanceof Error ? error.message : 'unknown' },
          'job runner cannot restart yet',
        );
        await wait(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
    return null;
  };
  const superviseRuns = async (): Promise<void> => {
    for (;;) {
      await current.ended;
      if (isStopping()) return;
      await current.abandon();
      log.error({ source: 'jobs' }, 'job runner stopped unexpectedly; starting a new one');
      const next = await startAgain(current);
      if (!next) return;
      current = next;
      if (isStopping()) await current.stop();
    }
  };
  const supervision = superviseRuns();
  const events = startEventSender(dependencies);

  return {
    stop: async () => {
      stopping.abort();
      await events.stop();
      await current.stop();
      await supervision;
    },
  };
}
