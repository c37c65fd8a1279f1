import { enqueue } from '../db/job-queue.ts';
import type { Trx } from '../db/pool.ts';

/**
 * Queues the mail with an order's receipt. One job key per order, whoever queues it: a second key would mail it twice.
 */
export async function enqueueReceipt(trx: Trx, orderId: string): Promise<void> {
  await enqueue(trx, { name: 'send-receipt', payload: { orderId }, key: `receipt:${orderId}` });
}
