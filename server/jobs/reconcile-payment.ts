import { askGatewayLater } from '../checkout/ask-gateway-later.ts';
import { reconcileAttempt } from '../checkout/take-payment.ts';
import { after, minutes } from '../clock.ts';
import { unsettledAttempts } from '../payments/payment-attempt-repository.ts';
import type { Job } from './job.ts';

/** Finds out what became of an attempt whose outcome nobody has committed, and finishes it. Asks again until it knows. */
export const reconcilePaymentJob: Job<'reconcile-payment'> = {
  name: 'reconcile-payment',
  run: async (dependencies, { attemptId }) => {
    const { askAgainAt } = await reconcileAttempt(dependencies, attemptId);
    if (askAgainAt === null) return;
    await askGatewayLater(dependencies.db, { attemptId, runAt: askAgainAt });
  },
};

const overdueMs = minutes(3);

/** Attempts that should long be settled, whatever became of their own job. */
export const sweepPayments: Job<'sweep-payments'> = {
  name: 'sweep-payments',
  run: async ({ db, clock, log }) => {
    const overdue = await unsettledAttempts(db, { before: after(clock.now(), -overdueMs), limit: 200 });
    for (const { id } of overdue) await askGatewayLater(db, { attemptId: id });
    if (overdue.length > 0) log.warn({ count: overdue.length }, 'payments still unsettled');
  },
};
