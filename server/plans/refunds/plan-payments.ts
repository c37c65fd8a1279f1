import type { Db, DbOrTrx } from '../../db/pool.ts';
import { moneyOfOrders } from '../../payments/order-money.ts';
import { type Order, readOrder } from '../../payments/order-repository.ts';
import type { StoredQuote } from '../../pricing/stored-quote.ts';
import { ordersOf } from '../../subscriptions/period-repository.ts';
import { currentSubscription } from '../../subscriptions/subscription-repository.ts';
import { beginsPlan, firstPayment } from './refundable-orders.ts';

/** Orders with their money, and which of them have come. */
export async function readOrders(db: DbOrTrx, ids: readonly string[]) {
  const orders = (await Promise.all(ids.map((id) => readOrder<StoredQuote>(db, id)))).filter((order) => order !== null);
  const money = await moneyOfOrders(db, ids);
  return { orders, money, hasCome: (id: string) => money.get(id)?.hasCome ?? false };
}

/** Whether an order is the first payment of its payer's own plan, or paid in its place. */
export async function isFirstPayment(db: Db, { id, kind, userId }: Order<unknown>): Promise<boolean> {
  if (beginsPlan(kind)) return true;
  const subscription = kind === 'RENEWAL' ? await currentSubscription(db, userId) : null;
  if (!subscription) return false;
  const { orders, hasCome } = await readOrders(db, await ordersOf(db, subscription.id));
  return firstPayment(orders, hasCome)?.id === id;
}
