import { refundUpgrades } from '../account/refund-first-payment.ts';
import type { Trx } from '../db/pool.ts';
import { hasOpenDispute } from '../payments/dispute-repository.ts';
import type { PaidOrder } from '../payments/order-repository.ts';
import { dueDay } from '../subscriptions/calendar.ts';
import { lapsed, unpaidAgain } from '../subscriptions/subscription-life.ts';
import {
  changeSubscription,
  readPeriod,
  refundPeriod,
  type Subscription,
  undoUpgrade,
  upgradesInPeriod,
} from '../subscriptions/subscription-repository.ts';
import { periodBefore } from '../subscriptions/unpaid-terms.ts';

/**
 * `WAITING`: for another payment, for seven days. `ENDED`: it was not to be renewed. `DOWNGRADED`: back to the plan
 * before an upgrade. `KEPT`: it was renewed since, or has another payer.
 */
export type RevertResult = { outcome: 'WAITING' | 'ENDED' | 'DOWNGRADED' | 'KEPT' };
type PaidSubscription = { order: PaidOrder; current: Subscription; at: Date };

/** Reverts a locked subscription to before a payment that never settled. */
export async function revertPayment(trx: Trx, paid: PaidSubscription): Promise<RevertResult> {
  const { order, current } = paid;
  if (current.state !== 'CURRENT' || current.payerUserId !== order.userId) return { outcome: 'KEPT' };
  if ((await readPeriod(trx, current))?.orderId === order.id) return revertPeriod(trx, paid);
  return { outcome: (await undoPaidUpgrade(trx, paid)) ? 'DOWNGRADED' : 'KEPT' };
}

/**
 * Puts a locked subscription back to the plan before an upgrade. What was paid on top of it for a still larger plan
 * goes back. False where the order is no upgrade of the running term.
 */
export async function undoPaidUpgrade(trx: Trx, { order, current, at }: PaidSubscription): Promise<boolean> {
  const undone = await undoUpgrade(trx, { orderId: order.id, ...current });
  if (!undone) return false;
  await refundUpgrades(trx, { upgrades: undone.onTop, at });
  await changeSubscription(trx, { current, change: undone.before, at });
  return true;
}

/**
 * The term is unpaid like one whose renewal was declined. Whoever had cancelled is charged for nothing more: their own
 * plan ends, and the other parent's stays theirs until its last day, because one parent's bank must not cut the other
 * off.
 */
async function revertPeriod(trx: Trx, { order, current, at }: PaidSubscription): Promise<RevertResult> {
  const isOwn = current.userId === order.userId;
  const renews = current.autoRenew && !(await hasOpenDispute(trx, current.payerUserId));
  if (!renews && !isOwn) return { outcome: 'KEPT' };
  // What was paid on top of it goes back: the term is paid again as it was bought.
  await refundUpgrades(trx, { upgrades: await upgradesInPeriod(trx, current), at });
  await refundPeriod(trx, current);
  if (!renews) {
    await changeSubscription(trx, { current, change: { ...lapsed, endedAt: at }, at });
    return { outcome: 'ENDED' };
  }
  const before = await periodBefore(trx, current);
  const change = unpaidAgain({ current, before, today: dueDay(at, current.timeZone) });
  const bought = order.packageId === null ? {} : { packageId: order.packageId, services: order.services };
  await changeSubscription(trx, { current, change: { ...change, ...bought }, at });
  return { outcome: 'WAITING' };
}
