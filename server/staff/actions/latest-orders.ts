import type { DbOrTrx } from '../../db/pool.ts';
import { zoneOfOrder } from '../../payments/order-repository.ts';

const maxOrders = 5;

/** A user's latest orders, newest first, for mailing receipts and refunds. */
export const latestOrders = (db: DbOrTrx, userId: string) =>
  db
    .selectFrom('orders')
    .leftJoin('users', 'users.id', 'orders.userId')
    .select(['orders.id', 'purpose', 'receiptNumber', 'totalCents', 'transactionId', 'orders.createdAt'])
    .select(zoneOfOrder.as('timeZone'))
    .where('orders.userId', '=', userId)
    .orderBy('orders.createdAt', 'desc')
    .limit(maxOrders)
    .execute();
