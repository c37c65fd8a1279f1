import type { Trx } from '../db/pool.ts';
import { moneyOfOrder } from './order-money.ts';
import { type Refund, refundColumns, requestRefund } from './refund-repository.ts';

/**
 * After a chargeback or a declined settlement: promised refunds that were not sent yet are limited to what is left of
 * the order. The order is locked.
 */
export async function withdrawRefunds(
  trx: Trx,
  { order, at }: { order: { id: string; totalCents: number }; at: Date },
): Promise<void> {
  const { hasCome, returnedCents } = await moneyOfOrder(trx, order.id);
  const refunds = await trx
    .selectFrom('refunds')
    .select(refundColumns)
    .where('orderId', '=', order.id)
    .where('state', '!=', 'WITHDRAWN')
    .forUpdate()
    .execute();
  const isUnsent = ({ state, askedAt }: Refund) => (state === 'PENDING' && askedAt === null) || state === 'FAILED';
  const sent = refunds.filter((refund) => !isUnsent(refund)).reduce((sum, { amountCents }) => sum + amountCents, 0);
  let left = hasCome ? Math.max(0, order.totalCents - returnedCents - sent) : 0;
  for (const { id, amountCents, ...refund } of refunds.filter(isUnsent)) {
    const stillOwed = Math.min(amountCents, left);
    left -= stillOwed;
    if (stillOwed === amountCents) continue;
    await trx.updateTable('refunds').set({ state: 'WITHDRAWN', settledAt: at }).where('id', '=', id).execute();
    const { orderId, userId, transactionId, reason } = refund;
    if (stillOwed > 0) await requestRefund(trx, { orderId, userId, transactionId, reason, amountCents: stillOwed, at });
  }
}
