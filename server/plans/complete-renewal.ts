import type { Completion, Settled } from '../checkout/settle-payment.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Trx } from '../db/pool.ts';
import { isWithdrawn, type PaymentAttempt } from '../payments/payment-attempt.ts';
import { backupMethod, defaultMethod, type PaymentMethod } from '../payments/payment-method-repository.ts';
import { dueDay } from '../subscriptions/calendar.ts';
import { takeRenewalCover } from '../subscriptions/renewal-cover-repository.ts';
import { declined, isStillDue } from '../subscriptions/subscription-life.ts';
import { changeSubscription, type Subscription } from '../subscriptions/subscription-repository.ts';
import { beginPaidPeriod, lockPaidSubscription } from './begin-paid-period.ts';
import { beginCoveredPlan } from './covers/covered-plan.ts';
import { endSubscription } from './end-subscription.ts';
import { withoutBackup } from './methods/after-backup.ts';
import { afterDeclineWith, isBackupTry } from './methods/backup-try.ts';
import { chargeNewMethod } from './methods/save-payment-method.ts';
import { lockForTry } from './renewal-due.ts';
import { enqueueBackupTry, enqueueDeclinedMail } from './renewal-mails.ts';

/** A paid renewal begins the next period; a declined one sets the day of the next try. */
export const renewalCompletion: Completion<'RENEWAL'> = {
  isWanted: async (trx, { attempt: { subjectId, idempotencyKey: key, source }, at }) => {
    const token = source && 'paymentMethodToken' in source ? source.paymentMethodToken : null;
    return (await lockForTry(trx, { subscriptionId: subjectId, key, token, at })) !== null;
  },
  approved: async (trx, settled) => {
    const current = await lockPaidSubscription(trx, settled);
    const refundReason = current.autoRenew ? 'NOT_COMPLETED' : 'CANCELLED_MEANWHILE';
    const coParentId = current.autoRenew ? await takeRenewalCover(trx, current) : null;
    const orderId = await beginPaidPeriod(trx, { settled, current, charge: settled.purchase, refundReason });
    if (orderId !== null) await beginCoveredPlan(trx, { settled, current, orderId, coParentId });
  },
  refused: async (trx, settled) => {
    const current = await lockPaidSubscription(trx, settled);
    if (isBackupTry(settled.attempt)) return tellOfBackup(trx, { current, settled });
    // The next scan decides again what is due.
    if (isWithdrawn(settled.outcome))
      return void (await changeSubscription(trx, { current, change: {}, at: settled.at }));
    if (isStillDue(current, settled.purchase)) await countDecline(trx, { current, settled });
  },
};

/** The bank may have replaced the card since: then the new one is charged. */
async function refreshCard(trx: Trx, { id }: PaymentMethod): Promise<void> {
  const payload = { paymentMethodId: id };
  await enqueue(trx, { name: 'refresh-payment-method', payload, key: `refresh-method:${id}` });
}

function wasCharged({ token }: PaymentMethod, { source }: PaymentAttempt): boolean {
  return source !== null && 'paymentMethodToken' in source && source.paymentMethodToken === token;
}

type RefusedRenewal = { current: Subscription; settled: Settled<'RENEWAL'> };

async function countDecline(trx: Trx, { current, settled: { attempt, outcome, at } }: RefusedRenewal): Promise<void> {
  const method = await defaultMethod(trx, current.payerUserId);
  // This method was stored while the earlier one was being charged: it has not been tried, so the decline does not end
  // the plan.
  if (method && !wasCharged(method, attempt)) return chargeNewMethod(trx, { current, at });
  const kind = outcome.outcome === 'declined' ? outcome.kind : 'hard';
  const today = dueDay(at, current.timeZone);
  const next = declined(current, { today, kind });
  const { ends, triesBackup, ...change } = await afterDeclineWith(trx, { current, next, at });
  const changed = await changeSubscription(trx, { current, change, at });
  if (ends) return void (await endSubscription(trx, { current: changed, at }));
  if (method) await refreshCard(trx, method);
  if (triesBackup) return enqueueBackupTry(trx, { subscriptionId: current.id, attemptId: attempt.id });
  await enqueueDeclinedMail(trx, {
    subscriptionId: current.id,
    attemptId: attempt.id,
    paymentMethodId: method?.id ?? null,
    nextTryOn: change.retryOn,
    isPostponed: false,
    backupMethodId: null,
  });
}

/** The backup was declined too: the default method is retried as if it had not been tried. */
async function tellOfBackup(trx: Trx, { current, settled }: RefusedRenewal): Promise<void> {
  const { attempt, outcome, purchase, at } = settled;
  if (!isStillDue(current, purchase)) return;
  const backup = await backupMethod(trx, current.payerUserId);
  const isTried = backup !== null && wasCharged(backup, attempt) && !isWithdrawn(outcome);
  await withoutBackup(trx, { current, attemptId: attempt.id, backupMethodId: isTried ? backup.id : null, at });
}
