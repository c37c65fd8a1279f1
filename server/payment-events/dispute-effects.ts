import { refundUpgrades, stopPayingForOthers } from '../account/refund-first-payment.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Trx } from '../db/pool.ts';
import type { DisputePhase } from '../payments/dispute.ts';
import { moneyOfOrder } from '../payments/order-money.ts';
import type { PaidOrder } from '../payments/order-repository.ts';
import type { Dispute } from '../payments/dispute-repository.ts';
import { lapsed } from '../subscriptions/subscription-life.ts';
import { changeSubscription, type Subscription } from '../subscriptions/subscription-repository.ts';
import { readPeriod, refundPeriod, upgradesInPeriod } from '../subscriptions/period-repository.ts';
import { undoPaidUpgrade } from './revert-payment.ts';

/** `own`: the payer's own running subscription, locked. */
type DisputedOrder = { dispute: Dispute; order: PaidOrder; own: Subscription | null; at: Date };

/**
 * The effects of a dispute's phases. While the money is held, renewals pause automatically (`has_open_dispute`) and the
 * payer's own choice stays.
 */
export const disputeEffects: Record<DisputePhase, (trx: Trx, disputed: DisputedOrder) => Promise<void>> = {
  ASKED: async () => undefined,
  HELD: (trx, { dispute }) => notify(trx, { dispute, phase: 'HELD', planEnded: false }),
  STANDS: async (trx, { dispute }) => {
    // A payer who was never notified of the dispute is not notified of its end.
    if (dispute.applied === 'HELD' || dispute.returnedCents > 0)
      await notify(trx, { dispute, phase: 'STANDS', planEnded: false });
  },
  RETURNED: applyLostDispute,
};

/**
 * A lost dispute. What the order paid for the payer ends now. The co-parent's plan stays until its last paid day,
 * because one parent's bank must not end the other's plan, and does not renew at this payer's cost. While a part of the
 * payer's money is left, everything continues as after a dispute that was won in part.
 */
async function applyLostDispute(trx: Trx, { dispute, order, own, at }: DisputedOrder): Promise<void> {
  if ((await moneyOfOrder(trx, order.id)).ownLeftCents > 0)
    return notify(trx, { dispute, phase: 'RETURNED', planEnded: false, planStays: own !== null });
  const planEnded = own !== null && (await endDisputedPlan(trx, { order, own, at }));
  await stopPayingForOthers(trx, { userId: order.userId, at });
  await notify(trx, { dispute, phase: 'RETURNED', planEnded });
}

/** True when the plan has ended. An upgrade alone goes back to the plan before it. */
async function endDisputedPlan(
  trx: Trx,
  { order, own, at }: { order: PaidOrder; own: Subscription; at: Date },
): Promise<boolean> {
  if (own.payerUserId !== order.userId) return false;
  if ((await readPeriod(trx, own))?.orderId === order.id) {
    // Nobody pays for a larger plan than one that has ended.
    await refundUpgrades(trx, { upgrades: await upgradesInPeriod(trx, own), at });
    await refundPeriod(trx, own);
    await changeSubscription(trx, { current: own, change: { ...lapsed, endedAt: at }, at });
    return true;
  }
  await undoPaidUpgrade(trx, { order, current: own, at });
  return false;
}

async function notify(
  trx: Trx,
  {
    dispute: { id: disputeId },
    ...payload
  }: { dispute: Dispute; phase: 'HELD' | 'STANDS' | 'RETURNED'; planEnded: boolean; planStays?: boolean },
): Promise<void> {
  await enqueue(trx, {
    name: 'send-dispute-changed',
    payload: { disputeId, ...payload },
    key: `dispute:${disputeId}:${payload.phase}${payload.planStays ? ':part' : ''}`,
  });
}
