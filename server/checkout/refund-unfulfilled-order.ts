import type { Trx } from '../db/pool.ts';
import type { RefundReason } from '../db/schema.ts';
import { requestRefund } from '../payments/refund-repository.ts';
import { returnActivationCodes } from '../pricing/activation-code-repository.ts';
import type { Settled } from './settle-payment.ts';

type UnfulfilledOrder = {
  settled: Settled;
  orderId: string;
  /** Who paid, and is told when the money is back. */
  userId: string;
  /** Cents of the order whose plan could not be given; all of them where nothing else is said. */
  cents?: number;
  reason?: RefundReason;
};

/**
 * What was paid for could not be given any more: the world went on while the gateway kept us waiting. The money is
 * promised back in the settling transaction, and a job sends it. The order stays: it and its refund are what the
 * gateway's ledger shows too.
 */
export async function refundUnfulfilledOrder(
  trx: Trx,
  {
    settled: { attempt, outcome, at },
    orderId,
    userId,
    cents = attempt.amountCents,
    reason = 'NOT_COMPLETED',
  }: UnfulfilledOrder,
): Promise<void> {
  await returnActivationCodes(trx, { attemptId: attempt.id, people: 1 });
  const amountCents = Math.min(cents, attempt.amountCents);
  if (outcome.outcome !== 'approved' || amountCents === 0) return;
  await requestRefund(trx, { orderId, userId, transactionId: outcome.transactionId, amountCents, reason, at });
}
