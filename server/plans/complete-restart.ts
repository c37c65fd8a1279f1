import { mayStartPlan } from '../checkout/one-plan-each.ts';
import type { Completion } from '../checkout/settle-payment.ts';
import { purchaseDay } from '../subscriptions/calendar.ts';
import { nextPeriod } from '../subscriptions/renewal-schedule.ts';
import { mayRestart } from '../subscriptions/subscription-life.ts';
import { lockSubscription, zoneOf } from '../subscriptions/subscription-repository.ts';
import { agreeToRenewals } from './agree-to-renewals.ts';
import { beginPaidPeriod, lockPaidSubscription } from './begin-paid-period.ts';

/** Restarts an ended subscription; a decline changes nothing. */
export const restartCompletion: Completion<'NEW_START'> = {
  isWanted: async (trx, { attempt }) => {
    const ended = await lockSubscription(trx, attempt.subjectId);
    return ended !== null && mayRestart(ended.state) && (await mayStartPlan(trx, ended.userId));
  },
  approved: async (trx, settled) => {
    const { buyerId, renews = true } = settled.purchase;
    const current = await lockPaidSubscription(trx, settled);
    // It begins on the day of its receipt, even if the payment was confirmed only after midnight.
    const today = purchaseDay(settled.at, await zoneOf(trx, buyerId));
    const orderId = await beginPaidPeriod(trx, {
      settled,
      current,
      charge: { kind: 'NEW_START', period: nextPeriod({ anchorDate: today, periodEnd: today }) },
      change: { endedAt: null, payerUserId: buyerId, autoRenew: renews },
      // Nothing was locked during the payment: the person may have received another plan, or have left.
      unwanted: !(await mayStartPlan(trx, current.userId)),
      refundReason: 'NOT_COMPLETED',
    });
    if (orderId !== null) await agreeToRenewals(trx, settled);
  },
  refused: async () => undefined,
};
