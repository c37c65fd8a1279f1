import { enqueueReconciliation } from '../checkout/enqueue-reconciliation.ts';
import { UnreadablePurchase } from '../checkout/purchase.ts';
import { reconcileAttempt } from '../checkout/take-payment.ts';
import { after, minutes } from '../clock.ts';
import { unsettledAttempts } from '../payments/payment-attempt-repository.ts';
import { enqueue } from '../db/job-queue.ts';
import { voidLateCharge } from '../payments/void-late-charge.ts';
import type { Job } from './job.ts';

/**
 * Finds out what became of an attempt whose outcome nobody has committed, and finishes it. Asks again until it knows.
 */
export const reconcilePaymentJob: Job<'reconcile-payment'> = {
  run: async (dependencies, { attemptId }) => {
    try {
      const { askAgainAt } = await reconcileAttempt(dependencies, attemptId);
      if (askAgainAt !== null) await enqueueReconciliation(dependencies.db, { attemptId, runAt: askAgainAt });
    } catch (error) {
      if (!(error instanceof UnreadablePurchase)) throw error;
      // Trying again would read the same row; the sweep asks once more when a worker of another release may have it.
      const { purpose, fields } = error;
      dependencies.log.error({ attemptId, purpose, fields }, 'stored purchase cannot be read: it needs a person');
    }
  },
};

/** Looks for a sale that came after its payer was told that nothing was charged, and takes it back. */
export const voidLateChargeJob: Job<'void-late-charge'> = {
  run: async (dependencies, { attemptId }) => {
    const { db, log } = dependencies;
    const late = await voidLateCharge(dependencies, attemptId);
    if (late.step === 'taken_back')
      log.warn({ attemptId, transactionId: late.transactionId }, 'a late charge was taken back');
    if (late.step === 'stuck')
      log.error(
        { attemptId, transactionId: late.transactionId, code: late.code },
        'a late charge cannot be taken back: it needs a person',
      );
    if (late.step !== 'wait') return;
    await enqueue(db, {
      name: 'void-late-charge',
      payload: { attemptId },
      runAt: late.until,
      key: `void-late:${attemptId}`,
    });
  },
};

const overdueMs = minutes(3);

/** Attempts that should long be settled, whatever became of their own job. */
export const sweepPayments: Job<'sweep-payments'> = {
  run: async ({ db, clock, log }) => {
    const overdue = await unsettledAttempts(db, { before: after(clock.now(), -overdueMs), limit: 200 });
    for (const { id } of overdue) await enqueueReconciliation(db, { attemptId: id });
    if (overdue.length > 0) log.warn({ count: overdue.length }, 'payments still unsettled');
  },
};
