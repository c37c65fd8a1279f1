import type { DbOrTrx } from '../../db/pool.ts';

/** A user's orders, newest first, for mailing receipts and refunds. */
export const ordersNewestFirst = (db: DbOrTrx, userId: string) =>
  db
    .selectFrom('orders')
    .innerJoin('documents', 'documents.orderId', 'orders.id')
    .where('documents.kind', '=', 'INVOICE')
    .select(['orders.id', 'purpose', 'series', 'number', 'totalCents', 'transactionId', 'timeZone', 'orders.createdAt'])
    .where('orders.userId', '=', userId)
    .orderBy('orders.createdAt', 'desc');
