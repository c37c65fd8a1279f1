import type { Purchase } from '../checkout/purchase.ts';
import type { Settled } from '../checkout/settle-payment.ts';
import type { Trx } from '../db/pool.ts';
import { insertOrder } from '../payments/order-repository.ts';

/** The order of a renewal or an upgrade. Every charge has one, also one that is given back. */
export function insertAccountOrder(
  trx: Trx,
  {
    settled: { attempt, outcome, at },
    purchase,
    familyId,
  }: { settled: Settled; purchase: Purchase & { buyerId: string }; familyId: string },
): Promise<string> {
  const { order, quote, buyerId, country, language } = purchase;
  const approved = outcome.outcome === 'approved' ? outcome : null;
  return insertOrder(trx, {
    ...order,
    attemptId: attempt.id,
    purpose: attempt.purpose,
    userId: buyerId,
    familyId,
    payForCoParent: false,
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
