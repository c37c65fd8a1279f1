import type { DbOrTrx } from '../db/pool.ts';
import { moneyOfOrders } from '../payments/order-money.ts';
import { currentSubscription, type Subscription } from '../subscriptions/subscription-repository.ts';
import { readPeriod, upgradesInPeriod } from '../subscriptions/period-repository.ts';

/**
 * Whether the money of a running term and of its upgrades is here for certain, whoever paid it: only then is anything
 * built upon it. What staff gave, or another system was paid for, is.
 */
export async function isTermPaid(
  db: DbOrTrx,
  subscription: Pick<Subscription, 'id' | 'periodStart'>,
): Promise<boolean> {
  const [period, upgrades] = await Promise.all([readPeriod(db, subscription), upgradesInPeriod(db, subscription)]);
  const paid = [...(period ? [period] : []), ...upgrades].map(({ orderId }) => orderId);
  return [...(await moneyOfOrders(db, paid)).values()].every(({ isCertain }) => isCertain);
}

/** Whether somebody has a plan that is paid: what an invite and a letter tell them. */
export async function hasPaidPlan(db: DbOrTrx, userId: string): Promise<boolean> {
  const subscription = await currentSubscription(db, userId);
  return subscription !== null && subscription.declinedOn === null && (await isTermPaid(db, subscription));
}
