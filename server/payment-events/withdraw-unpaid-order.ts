import type { Clock } from '../clock.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Db, Trx } from '../db/pool.ts';
import { isBeingCharged, readAttempt } from '../payments/payment-attempt-repository.ts';
import { endWaiting, lockUnpaidOrder, type UnpaidOrder } from '../payments/unpaid-order-repository.ts';
import { endSubscription } from '../plans/end-subscription.ts';
import { refundUpgrades } from '../plans/refunds/refund-payment.ts';
import { lockBundleOfOrder, withdrawUnusedCodes } from '../professionals/code-bundle-repository.ts';
import { withdrawnOn } from '../professionals/unpaid-orders.ts';
import { dueDay } from '../subscriptions/calendar.ts';
import { readPeriod, refundPeriod, upgradesInPeriod } from '../subscriptions/period-repository.ts';
import { lockSubscriptionsPaidBy } from '../subscriptions/unpaid-terms.ts';

/**
 * A professional has not paid again within seven days: plans end in their unpaid term, whoever is to pay their
 * renewals, and what was paid to upgrade them is refunded. Unused codes stop working. Does nothing before its day,
 * twice, or during a payment.
 */
export async function withdrawUnpaidOrder(
  { db, clock }: { db: Db; clock: Clock },
  { orderId }: { orderId: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const at = clock.now();
    await lockBundleOfOrder(trx, orderId);
    const paidFor = await lockSubscriptionsPaidBy(trx, { id: orderId, userId: null });
    const order = await lockUnpaidOrder(trx, orderId);
    if (!order || !(await isDue(trx, { order, at }))) return;
    const attempt = await readAttempt(trx, order.attemptId);
    if (!attempt || (await isBeingCharged(trx, { subjectId: attempt.subjectId, purposes: [order.purpose] }))) return;
    for (const current of paidFor) {
      if (current.state !== 'CURRENT' || (await readPeriod(trx, current))?.orderId !== orderId) continue;
      await refundUpgrades(trx, { upgrades: await upgradesInPeriod(trx, current), at });
      await refundPeriod(trx, current);
      await endSubscription(trx, { current, at });
    }
    if (order.purpose === 'CODE_BUNDLE') await withdrawUnusedCodes(trx, { bundleId: attempt.subjectId, at });
    await endWaiting(trx, { id: orderId, withdrawnAt: at });
    await enqueue(trx, {
      name: 'send-settlement-declined',
      payload: { orderId, change: 'WITHDRAWN' },
      key: `order-withdrawn:${orderId}`,
    });
  });
}

async function isDue(trx: Trx, { order, at }: { order: UnpaidOrder; at: Date }): Promise<boolean> {
  const { day, timeZone } = await withdrawnOn(trx, order);
  return dueDay(at, timeZone) >= day;
}
