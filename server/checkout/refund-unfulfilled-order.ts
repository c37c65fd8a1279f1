import type { Trx } from '../db/pool.ts';
import type { RefundReason } from '../db/schema.ts';
import { requestRefund } from '../payments/refund-repository.ts';
import { returnActivationCodes } from '../pricing/activation-code-repository.ts';
import type { Settled } from './settle-payment.ts';

type UnfulfilledOrder = {
  settled: Settled;
  orderId: string;
  /** The payer, who is notified of the refund. */
  userId: string;
  /** The amount to refund; by default the whole order. */
  cents?: number;
  /** 2: codes are credited one of two people's shares. 1: everything they paid. */
  people?: 1 | 2;
  reason?: RefundReason;
};

/**
 * Refunds an order that could not be fulfilled because data changed before the gateway responded. The refund is stored
 * in the settling transaction, and a job sends it. The order is kept, because the gateway's ledger shows both sale and
 * refund.
 */
export async function refundUnfulfilledOrder(
  trx: Trx,
  {
    settled: { attempt, outcome, at },
    orderId,
    userId,
    cents = attempt.amountCents,
    people = 1,
    reason = 'NOT_COMPLETED',
  }: UnfulfilledOrder,
): Promise<void> {
  await returnActivationCodes(trx, { attemptId: attempt.id, people, at });
  const amountCents = Math.min(cents, attempt.amountCents);
  if (outcome.outcome !== 'approved' || amountCents === 0) return;
  await requestRefund(trx, { orderId, userId, transactionId: outcome.transactionId, amountCents, reason, at });
}
