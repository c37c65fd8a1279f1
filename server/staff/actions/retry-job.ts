import { sql } from 'kysely';
import { enqueue, type JobName } from '../../db/job-queue.ts';
import type { DbOrTrx } from '../../db/pool.ts';
import { refuse } from '../../refusal.ts';
import { subjectAction } from '../action.ts';

type FailedJob = { id: string; task: JobName; key: string | null };

async function failedJob(db: DbOrTrx, id: string): Promise<FailedJob | null> {
  if (!/^\d{1,18}$/.test(id)) return null;
  const { rows } = await sql<FailedJob>`
    select id::text, task_identifier as task, key from graphile_worker.jobs
    where id = ${id}::bigint and attempts >= max_attempts and locked_at is null`.execute(db);
  return rows[0] ?? null;
}

/** Retries a job that has used all its attempts, by its id in the queue, with new attempts. */
export const retryJob = subjectAction({
  offer: async (db, { subject }) => {
    const job = await failedJob(db, subject);
    if (!job) return [];
    return [
      {
        subject,
        sentences: [
          `The job “${job.task.replaceAll('-', ' ')}” is done at once, and tried again as often as when it was new.`,
          'Whatever it sends or pays is sent or paid once, however often it was tried before.',
        ],
      },
    ];
  },
  effect: async (trx, { subject }) => {
    const failed = await failedJob(trx, subject);
    // As a new job: a changed job without a key looks like one that a later job replaced (`unlock-workers.ts`).
    const { rows } = await sql<{ payload: never; maxAttempts: number }>`
      select payload, max_attempts from graphile_worker.complete_jobs(array[${failed?.id ?? null}::bigint])`.execute(
      trx,
    );
    const [removed] = rows;
    if (!failed || !removed) return refuse('CONFLICT');
    const { task: name, key } = failed;
    await enqueue(trx, { name, ...removed, ...(key === null ? {} : { key }) });
    return undefined;
  },
});
