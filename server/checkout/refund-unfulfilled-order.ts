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
  /** Cents to refund; the whole order when omitted. */
  cents?: number;
  /** 2: codes get back one of two people's shares, otherwise all that they paid. */
  people?: 1 | 2;
  reason?: RefundReason;
};

/**
 * Refunds what could not be fulfilled: the data changed while the gateway had not answered. The refund is stored in the
 * settling transaction, and a job sends it. The order stays: the gateway's ledger shows it and its refund too.
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
