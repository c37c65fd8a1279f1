import type { Trx } from '../db/pool.ts';
import { insertOrder } from '../payments/order-repository.ts';
import type { Settled } from './settle-payment.ts';

/** `userId`: the buyer. `familyId`: the plan's family; null if none is involved. */
type PaidOrder = { settled: Settled; userId: string; familyId: string | null };

/** Stores the order of an approved attempt and returns its id. Every charge has an order, even one that is refunded. */
export function insertPaidOrder(
  trx: Trx,
  { settled: { attempt, purchase, outcome, at }, userId, familyId }: PaidOrder,
): Promise<string> {
  const { order, quote, payForCoParent, country, language } = purchase;
  const approved = outcome.outcome === 'approved' ? outcome : null;
  return insertOrder(trx, {
    ...order,
    attemptId: attempt.id,
    purpose: attempt.purpose,
    userId,
    familyId,
    payForCoParent,
    quote,
    totalCents: attempt.amountCents,
    taxCents: quote.priced.taxAmount,
    country,
    language,
    transactionId: approved?.transactionId ?? null,
    paymentMethod: approved?.paymentMethod ?? null,
    at,
  });
}
