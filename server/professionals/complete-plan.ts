import { enqueueReceipt } from '../checkout/enqueue-receipt.ts';
import { whoMayStartPlan } from '../checkout/one-plan-each.ts';
import { insertPaidOrder } from '../checkout/paid-order.ts';
import { refundUnfulfilledOrder } from '../checkout/refund-unfulfilled-order.ts';
import type { Completion, Settled } from '../checkout/settle-payment.ts';
import type { Trx } from '../db/pool.ts';
import { lockUnpaidOrder } from '../payments/unpaid-order-repository.ts';
import { sharePaid } from '../pricing/price-order.ts';
import { startSubscription } from '../subscriptions/start-subscription.ts';
import { zoneOf } from '../subscriptions/subscription-repository.ts';
import { completePaidAgain } from './complete-paid-again.ts';
import { recordTerms } from './record-terms.ts';

/** Grants the parents the plan paid for them. It ends after its term, because there is no card to renew it. */
export const planCompletion: Completion<'PROFESSIONAL_PLAN'> = {
  isWanted: async (trx, { purchase: { inPlaceOf, parentIds } }) => {
    if (inPlaceOf !== undefined) return (await lockUnpaidOrder(trx, inPlaceOf)) !== null;
    return (await whoMayStartPlan(trx, parentIds)).size === parentIds.length;
  },
  approved: async (trx, settled) => {
    const { professionalId, inPlaceOf } = settled.purchase;
    if (inPlaceOf !== undefined) return completePaidAgain(trx, { settled, inPlaceOf });
    const familyId = settled.attempt.subjectId;
    const orderId = await insertPaidOrder(trx, { settled, userId: professionalId, familyId });
    await startPlans(trx, { settled, orderId });
    await recordTerms(trx, settled);
    await enqueueReceipt(trx, orderId);
  },
  refused: async () => undefined,
};

type Plan = { settled: Settled<'PROFESSIONAL_PLAN'>; orderId: string };

async function startPlans(trx: Trx, { settled, orderId }: Plan): Promise<void> {
  const { attempt, purchase, at } = settled;
  const { professionalId, parentIds, order, years, quote } = purchase;
  const shares = sharePaid(quote.priced);
  const timeZone = await zoneOf(trx, professionalId);
  const able = await whoMayStartPlan(trx, parentIds);
  let notGiven = 0;
  for (const [index, userId] of parentIds.entries()) {
    const paidCents = shares[index] ?? 0;
    // Paid for from elsewhere, or ended, during the gateway call: that money is refunded.
    if (!able.has(userId)) {
      notGiven += paidCents;
      continue;
    }
    const term = {
      userId,
      familyId: attempt.subjectId,
      payerUserId: professionalId,
      timeZone,
      packageId: order.packageId,
      services: [],
      years,
    };
    await startSubscription(trx, { ...term, orderId, paidCents, autoRenew: false, at });
  }
  if (notGiven > 0) await refundUnfulfilledOrder(trx, { settled, orderId, userId: professionalId, cents: notGiven });
}
