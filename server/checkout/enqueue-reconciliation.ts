import type { DbOrTrx } from '../db/pool.ts';
import { enqueue } from '../db/job-queue.ts';

/**
 * Queues the finding out of what became of an attempt. One job for an attempt, whoever asks for it: every further key
 * would be one more chain of jobs that ask the gateway without end.
 */
export async function enqueueReconciliation(
  db: DbOrTrx,
  { attemptId, runAt }: { attemptId: string; runAt?: Date },
): Promise<void> {
  await enqueue(db, {
    name: 'reconcile-payment',
    payload: { attemptId },
    ...(runAt && { runAt }),
    key: `reconcile:${attemptId}`,
  });
}
