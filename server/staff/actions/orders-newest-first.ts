import type { DbOrTrx } from '../../db/pool.ts';
import { zoneOfOrder } from '../../payments/order-repository.ts';

/** A user's orders, newest first, for mailing receipts and refunds. */
export const ordersNewestFirst = (db: DbOrTrx, userId: string) =>
  db
    .selectFrom('orders')
    .leftJoin('users', 'users.id', 'orders.userId')
    .select(['orders.id', 'purpose', 'receiptNumber', 'totalCents', 'transactionId', 'orders.createdAt'])
    .select(zoneOfOrder.as('timeZone'))
    .where('orders.userId', '=', userId)
    .orderBy('orders.createdAt', 'desc');
