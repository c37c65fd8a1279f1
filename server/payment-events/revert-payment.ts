import type { Trx } from '../db/pool.ts';
import { hasOpenDispute } from '../payments/dispute-repository.ts';
import { type PaidOrder, readOrder } from '../payments/order-repository.ts';
import { refundUpgrades } from '../plans/refunds/refund-payment.ts';
import type { StoredQuote } from '../pricing/stored-quote.ts';
import { dueDay } from '../subscriptions/calendar.ts';
import {
  readPeriod,
  refundPeriod,
  type UpgradeRow,
  undoUpgrade,
  upgradesInPeriod,
} from '../subscriptions/period-repository.ts';
import { lapsed, unpaidAgain } from '../subscriptions/subscription-life.ts';
import { changeSubscription, type Subscription } from '../subscriptions/subscription-repository.ts';
import { periodBefore } from '../subscriptions/unpaid-terms.ts';

/**
 * `WAITING`: for another payment, for seven days. `ENDED`: it was cancelled. `DOWNGRADED`: reverted to the plan before
 * an upgrade. `KEPT`: it was renewed since, or its payment is not waited for.
 */
export type RevertResult = { outcome: 'WAITING' | 'ENDED' | 'DOWNGRADED' | 'KEPT' };
type PaidSubscription = { order: PaidOrder; current: Subscription; at: Date };

/** Reverts a locked subscription to before a payment that never settled. */
export async function revertPayment(trx: Trx, paid: PaidSubscription): Promise<RevertResult> {
  const { order, current } = paid;
  if (current.state !== 'CURRENT') return { outcome: 'KEPT' };
  if ((await readPeriod(trx, current))?.orderId === order.id) return revertPeriod(trx, paid);
  return { outcome: (await undoPaidUpgrade(trx, paid)) ? 'DOWNGRADED' : 'KEPT' };
}

/**
 * Reverts a locked subscription to the plan before an upgrade. What was paid on top of it for a still larger plan is
 * refunded. False if the order is not an upgrade of the current term.
 */
export async function undoPaidUpgrade(
  trx: Trx,
  { order, current, at }: Omit<PaidSubscription, 'order'> & { order: Pick<PaidOrder, 'id'> },
): Promise<boolean> {
  const undone = await undoUpgrade(trx, { orderId: order.id, ...current });
  if (!undone) return false;
  await refundUpgrades(trx, { upgrades: undone.onTop, at });
  await changeSubscription(trx, { current, change: undone.before, at });
  return true;
}

/** Whether a plan was cancelled when it was upgraded: whoever has resumed it since is not its buyer. */
async function wasCancelledBefore(trx: Trx, { orderId }: Pick<UpgradeRow, 'orderId'>): Promise<boolean> {
  return (await readOrder<StoredQuote>(trx, orderId))?.quote.renewal.cancelled === true;
}

/**
 * The term is unpaid like one whose renewal was declined, at the cost of its buyer, even if its holder has become the
 * payer by an upgrade since. A payer who had cancelled is charged for nothing more: their own plan ends, and the other
 * parent's stays theirs until its last day, because one parent's bank must not cut the other off. Nor does a bank that
 * has not decided about another payment, for which one's own plan waits. What was paid on top is refunded in any case:
 * the plan is again the one that was bought.
 */
async function revertPeriod(trx: Trx, { order, current, at }: PaidSubscription): Promise<RevertResult> {
  const isOwn = current.userId === order.userId;
  const [first, ...more] = await upgradesInPeriod(trx, current);
  const isTakenOver = current.payerUserId !== order.userId;
  if (isOwn && isTakenOver) return { outcome: 'KEPT' };
  // A holder who resumed what its buyer had cancelled agreed to later years only.
  const isBuyers = !isTakenOver || (first !== undefined && !(await wasCancelledBefore(trx, first)));
  const renews = isBuyers && current.autoRenew;
  if (!isOwn && (!renews || (await hasOpenDispute(trx, order.userId)))) {
    if (first) await undoPaidUpgrade(trx, { order: { id: first.orderId }, current, at });
    if (first) await refundUpgrades(trx, { upgrades: [first], at });
    return { outcome: 'KEPT' };
  }
  await refundUpgrades(trx, { upgrades: first ? [first, ...more] : [], at });
  await refundPeriod(trx, current);
  if (!renews) {
    await changeSubscription(trx, { current, change: { ...lapsed, endedAt: at }, at });
    return { outcome: 'ENDED' };
  }
  const before = await periodBefore(trx, current);
  const change = unpaidAgain({ current, before, today: dueDay(at, current.timeZone) });
  const bought = order.packageId === null ? {} : { packageId: order.packageId, services: order.services };
  const payer = isTakenOver ? { payerUserId: order.userId } : {};
  await changeSubscription(trx, { current, change: { ...change, ...bought, ...payer }, at });
  return { outcome: 'WAITING' };
}
