import { enqueueReceipt } from '../checkout/enqueue-receipt.ts';
import { insertPaidOrder } from '../checkout/paid-order.ts';
import { refundUnfulfilledOrder } from '../checkout/refund-unfulfilled-order.ts';
import type { Settled } from '../checkout/settle-payment.ts';
import type { Trx } from '../db/pool.ts';
import { endWaiting, lockUnpaidOrder } from '../payments/unpaid-order-repository.ts';
import { sharePaid } from '../pricing/price-order.ts';
import { lockSubscriptionsPaidBy, movePeriod } from '../subscriptions/unpaid-terms.ts';
import { recordTerms } from './record-terms.ts';

type PaidAgainParams = { settled: Settled<'PROFESSIONAL_PLAN' | 'CODE_BUNDLE'>; inPlaceOf: string };

/**
 * What was bought stays unchanged, and is paid by this order; for plans that have ended meanwhile the money is
 * refunded.
 */
export async function completePaidAgain(trx: Trx, { settled, inPlaceOf }: PaidAgainParams): Promise<void> {
  const { purchase, attempt } = settled;
  const { professionalId: userId } = purchase;
  const isPlan = purchase.kind === 'PROFESSIONAL_PLAN';
  const familyId = isPlan ? attempt.subjectId : null;
  const orderId = await insertPaidOrder(trx, { settled, userId, familyId });
  const subscriptions = await lockRunning(trx, { id: inPlaceOf, userId });
  const unpaid = await lockUnpaidOrder(trx, inPlaceOf);
  if (!unpaid) return refundUnfulfilledOrder(trx, { settled, orderId, userId });
  await endWaiting(trx, { id: inPlaceOf, paidByOrderId: orderId });
  const paidFor = sharesOf(purchase);
  for (const { id: subscriptionId, userId: holder } of subscriptions)
    await movePeriod(trx, { subscriptionId, from: inPlaceOf, to: orderId, paidCents: paidFor.get(holder) });
  const running = new Set(subscriptions.map((one) => one.userId));
  const ended = [...paidFor].reduce((cents, [holder, share]) => (running.has(holder) ? cents : cents + share), 0);
  if (ended > 0) await refundUnfulfilledOrder(trx, { settled, orderId, userId, cents: ended });
  await recordTerms(trx, settled);
  await enqueueReceipt(trx, orderId);
}

async function lockRunning(trx: Trx, order: { id: string; userId: string }) {
  return (await lockSubscriptionsPaidBy(trx, order)).filter(({ state }) => state === 'CURRENT');
}

/** Cents for each parent whose plan it buys. */
function sharesOf(purchase: PaidAgainParams['settled']['purchase']): Map<string, number> {
  if (purchase.kind !== 'PROFESSIONAL_PLAN') return new Map();
  const shares = sharePaid(purchase.quote.priced);
  return new Map(purchase.parentIds.map((parentId, index) => [parentId, shares[index] ?? 0]));
}
