import type { Trx } from '../db/pool.ts';
import { moneyOfOrder } from './order-money.ts';
import { enqueueRefund, type Refund, refundColumns, requestRefund } from './refund-repository.ts';

/**
 * After a chargeback or a failed settlement, limits promised refunds that were not sent to what is left of the order.
 * The order is locked.
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
    .orderBy('id')
    .forUpdate()
    .execute();
  const isUnsent = ({ state, askedAt }: Refund) => (state === 'PENDING' && askedAt === null) || state === 'FAILED';
  const sent = refunds.filter((refund) => !isUnsent(refund)).reduce((sum, { amountCents }) => sum + amountCents, 0);
  let left = hasCome ? Math.max(0, order.totalCents - returnedCents - sent) : 0;
  for (const { id, amountCents, ...refund } of refunds.filter(isUnsent)) {
    const { leftOfRefund } = await moneyOfOrder(trx, order.id, { exceptRefund: id });
    const stillOwed = Math.min(amountCents, leftOfRefund({ ...refund, amountCents }, left));
    left -= stillOwed;
    if (stillOwed !== amountCents) await replaceRefund(trx, { refund: { id, ...refund }, amountCents: stillOwed, at });
  }
}

type Replaced = Pick<Refund, 'id' | 'orderId' | 'userId' | 'transactionId' | 'reason'>;

/** Withdraws a refund that was not sent; if an amount is left, that is refunded instead. */
export async function replaceRefund(
  trx: Trx,
  { refund, amountCents, at }: { refund: Replaced; amountCents: number; at: Date },
): Promise<void> {
  const { id, orderId, userId, transactionId, reason } = refund;
  await trx.updateTable('refunds').set({ state: 'WITHDRAWN', settledAt: at }).where('id', '=', id).execute();
  if (amountCents > 0) await requestRefund(trx, { orderId, userId, transactionId, reason, amountCents, at });
}

/** Reopens a refund that was given up. */
export async function reopenRefund(trx: Trx, { id: refundId }: Pick<Refund, 'id'>): Promise<void> {
  await trx
    .updateTable('refunds')
    .set({ state: 'PENDING', retryAt: null, settledAt: null })
    .where('id', '=', refundId)
    .where('state', '=', 'FAILED')
    .execute();
  await enqueueRefund(trx, { refundId });
}
