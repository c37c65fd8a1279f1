import { mayStartPlan } from '../checkout/one-plan-each.ts';
import type { Completion } from '../checkout/settle-payment.ts';
import { purchaseDay } from '../subscriptions/calendar.ts';
import { nextPeriod } from '../subscriptions/renewal-schedule.ts';
import { mayRestart } from '../subscriptions/subscription-life.ts';
import { lockSubscription, zoneOf } from '../subscriptions/subscription-repository.ts';
import { agreeToRenewals } from './agree-to-renewals.ts';
import { beginPaidPeriod, lockPaidSubscription } from './begin-paid-period.ts';

/** Starts a subscription that had ended again; a decline changes nothing. */
export const restartCompletion: Completion<'NEW_START'> = {
  isWanted: async (trx, { attempt }) => {
    const ended = await lockSubscription(trx, attempt.subjectId);
    return ended !== null && mayRestart(ended.state) && (await mayStartPlan(trx, ended.userId));
  },
  approved: async (trx, settled) => {
    const { buyerId, renews = true } = settled.purchase;
    const current = await lockPaidSubscription(trx, settled);
    // It begins on its receipt's day, also where it was not known before midnight that it was paid.
    const today = purchaseDay(settled.at, await zoneOf(trx, buyerId));
    const hasBegun = await beginPaidPeriod(trx, {
      settled,
      current,
      charge: { kind: 'NEW_START', period: nextPeriod({ anchorDate: today, periodEnd: today }) },
      change: { endedAt: null, payerUserId: buyerId, autoRenew: renews },
      // No locks were held during the payment: the person may have received another plan meanwhile, or have left.
      unwanted: !(await mayStartPlan(trx, current.userId)),
      refundReason: 'NOT_COMPLETED',
    });
    if (hasBegun) await agreeToRenewals(trx, settled);
  },
  refused: async () => undefined,
};
