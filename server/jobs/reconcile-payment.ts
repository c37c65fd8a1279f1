import { enqueueReconciliation } from '../checkout/enqueue-reconciliation.ts';
import { UnreadablePurchase } from '../checkout/purchase.ts';
import { reconcileAttempt } from '../checkout/take-payment.ts';
import { after, minutes } from '../clock.ts';
import { unsettledAttempts } from '../payments/payment-attempt-repository.ts';
import { enqueueLateChargeCheck, voidLateCharge } from '../payments/void-late-charge.ts';
import type { Job } from './job.ts';

/**
 * Finds the outcome of an attempt for which none is committed, and completes it. Runs again until the outcome is known.
 */
export const reconcilePaymentJob: Job<{ attemptId: string }> = {
  run: async (dependencies, { attemptId }) => {
    try {
      const { retryAt } = await reconcileAttempt(dependencies, attemptId);
      if (retryAt !== null) await enqueueReconciliation(dependencies.db, { attemptId, runAt: retryAt });
    } catch (error) {
      if (!(error instanceof UnreadablePurchase)) throw error;
      // A retry would read the same row. The sweep queues it again, in case a worker of another release can read it.
      const { purpose, fields } = error;
      dependencies.log.error(
        { attemptId, purpose, fields },
        'stored purchase cannot be read: start a worker of the newer release',
      );
    }
  },
};

/** Looks for a sale that appeared after its payer was told that nothing was charged, and voids or refunds it. */
export const voidLateChargeJob: Job<{ attemptId: string }> = {
  run: async (dependencies, { attemptId }) => {
    const { db, log } = dependencies;
    const late = await voidLateCharge(dependencies, attemptId);
    if (late.step === 'taken_back') log.warn({ attemptId, transactionId: late.transactionId }, 'late charge reversed');
    if (late.step === 'stuck')
      log.error(
        { attemptId, transactionId: late.transactionId, code: late.code },
        'late charge could not be reversed: manual action required',
      );
    if (late.step !== 'wait') return;
    await enqueueLateChargeCheck(db, { attemptId, runAt: late.until });
  },
};

const overdueMs = minutes(3);

/** Queues attempts that should have been settled long ago, in case their own job was lost. */
export const sweepPayments: Job = {
  run: async ({ db, clock, log }) => {
    const overdue = await unsettledAttempts(db, { before: after(clock.now(), -overdueMs), limit: 200 });
    for (const { id } of overdue) await enqueueReconciliation(db, { attemptId: id });
    if (overdue.length > 0) log.warn({ count: overdue.length }, 'payments still unsettled');
  },
};
