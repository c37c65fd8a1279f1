import type { DbOrTrx } from '../db/pool.ts';
import { moneyOfOrders } from '../payments/order-money.ts';
import { readPeriod, upgradesInPeriod } from '../subscriptions/period-repository.ts';
import { currentSubscription, type Subscription } from '../subscriptions/subscription-repository.ts';

/**
 * Whether the money for a running term and its upgrades has certainly arrived, whoever paid: only then may anything be
 * built on it. Always true for terms that staff granted or that were paid to another system.
 */
export async function isTermPaid(
  db: DbOrTrx,
  subscription: Pick<Subscription, 'id' | 'periodStart'>,
): Promise<boolean> {
  const [period, upgrades] = await Promise.all([readPeriod(db, subscription), upgradesInPeriod(db, subscription)]);
  const paid = [...(period ? [period] : []), ...upgrades].map(({ orderId }) => orderId);
  return [...(await moneyOfOrders(db, paid)).values()].every(({ isCertain }) => isCertain);
}

/** Whether somebody has a paid plan, as invites and letters state it. */
export async function hasPaidPlan(db: DbOrTrx, userId: string): Promise<boolean> {
  const subscription = await currentSubscription(db, userId);
  return subscription !== null && subscription.declinedOn === null && (await isTermPaid(db, subscription));
}
