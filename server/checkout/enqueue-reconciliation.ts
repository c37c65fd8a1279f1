import { enqueue } from '../db/job-queue.ts';
import type { DbOrTrx } from '../db/pool.ts';

/**
 * Queues the reconciliation of an attempt. One job key per attempt, whoever queues it: a second key would start a
 * second chain of jobs that polls the gateway.
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
