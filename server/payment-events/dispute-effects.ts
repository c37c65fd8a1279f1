import { enqueue } from '../db/job-queue.ts';
import type { Trx } from '../db/pool.ts';
import type { DisputePhase } from '../payments/dispute.ts';
import type { Dispute } from '../payments/dispute-repository.ts';
import { moneyOfOrder } from '../payments/order-money.ts';
import type { PaidOrder } from '../payments/order-repository.ts';
import { refundUpgrades, stopPayingForOthers } from '../plans/refunds/refund-payment.ts';
import { enqueueRenewalMail } from '../plans/renewal-mails.ts';
import { readPeriod, refundPeriod, upgradesInPeriod } from '../subscriptions/period-repository.ts';
import { wasToldOfEnd } from '../subscriptions/renewal-notice-repository.ts';
import { lapsed } from '../subscriptions/subscription-life.ts';
import {
  changeSubscription,
  type Subscription,
  subscriptionsHeldOrPaidBy,
} from '../subscriptions/subscription-repository.ts';
import { undoPaidUpgrade } from './revert-payment.ts';

/** `own`: the payer's own current subscription, locked. */
type DisputedOrder = { dispute: Dispute; order: PaidOrder; own: Subscription | null; at: Date };

/**
 * The effects of a dispute's phases. While the money is held, renewals pause automatically (`has_open_dispute`) and the
 * payer's own choice stays.
 */
export const disputeEffects: Record<DisputePhase, (trx: Trx, disputed: DisputedOrder) => Promise<void>> = {
  ASKED: async () => undefined,
  HELD: (trx, { dispute }) => notify(trx, { dispute, phase: 'HELD' }),
  STANDS: async (trx, disputed) => {
    const { dispute, order } = disputed;
    const isGone = await endIfGone(trx, disputed);
    if (!isGone) await tellHoldersOfRenewals(trx, order.userId);
    // A payer who was never notified of the dispute is not notified of its end.
    if (dispute.applied === 'HELD' || dispute.returnedCents > 0)
      await notify(trx, { dispute, phase: 'STANDS', planStays: dispute.returnedCents > 0 && !isGone });
  },
  RETURNED: async (trx, disputed) => {
    const isGone = await endIfGone(trx, disputed);
    await notify(trx, { dispute: disputed.dispute, phase: 'RETURNED', planStays: !isGone });
  },
};

/** Holders who were told meanwhile that their plan ends are told that it renews after all. */
async function tellHoldersOfRenewals(trx: Trx, payerUserId: string): Promise<void> {
  for (const one of await subscriptionsHeldOrPaidBy(trx, payerUserId)) {
    const { state, autoRenew, userId } = one;
    const paysForOther = one.payerUserId === payerUserId && userId !== payerUserId;
    if (state !== 'CURRENT' || !autoRenew || !paysForOther) continue;
    if (await wasToldOfEnd(trx, one)) await enqueueRenewalMail(trx, { after: one, to: userId });
  }
}

/**
 * A bank has returned money, of a lost or a partly won dispute. Once none of the payer's own money is left, what the
 * order paid for them ends. The co-parent's plan stays until its last paid day, because one parent's bank must not end
 * the other's plan, and does not renew at this payer's cost. False while everything continues.
 */
async function endIfGone(trx: Trx, { dispute, order, own, at }: DisputedOrder): Promise<boolean> {
  if (dispute.returnedCents === 0 || (await moneyOfOrder(trx, order.id)).ownLeftCents > 0) return false;
  if (own) await endDisputedPlan(trx, { order, own, at });
  await stopPayingForOthers(trx, { userId: order.userId, at });
  return true;
}

/** Only an upgrade reverts to the plan before it. */
async function endDisputedPlan(
  trx: Trx,
  { order, own, at }: { order: PaidOrder; own: Subscription; at: Date },
): Promise<void> {
  if (own.payerUserId !== order.userId) return;
  if ((await readPeriod(trx, own))?.orderId === order.id) {
    // Nobody can pay for a larger plan than one that has ended.
    await refundUpgrades(trx, { upgrades: await upgradesInPeriod(trx, own), at });
    await refundPeriod(trx, own);
    await changeSubscription(trx, { current: own, change: { ...lapsed, endedAt: at }, at });
    return;
  }
  await undoPaidUpgrade(trx, { order, current: own, at });
}

async function notify(
  trx: Trx,
  {
    dispute: { id: disputeId },
    ...payload
  }: { dispute: Dispute; phase: 'HELD' | 'STANDS' | 'RETURNED'; planStays?: boolean },
): Promise<void> {
  await enqueue(trx, {
    name: 'send-dispute-changed',
    payload: { disputeId, ...payload },
    key: `dispute:${disputeId}:${payload.phase}${payload.planStays ? ':part' : ''}`,
  });
}
