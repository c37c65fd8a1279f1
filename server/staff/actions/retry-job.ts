import { sql } from 'kysely';
import type { DbOrTrx } from '../../db/pool.ts';
import { refuse } from '../../refusal.ts';
import { subjectAction } from '../action.ts';

type Job = { id: number; task: string; key: string | null };

async function failedJob(db: DbOrTrx, id: string): Promise<Job | null> {
  if (!/^\d{1,18}$/.test(id)) return null;
  const { rows } = await sql<Job>`
    select id, task_identifier as task, key from graphile_worker.jobs
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
    const { rows } = await sql`
      select from graphile_worker.reschedule_jobs(array[${subject}::bigint], run_at => now(), attempts => 0)`.execute(
      trx,
    );
    return rows.length === 1 ? undefined : refuse('CONFLICT');
  },
});
