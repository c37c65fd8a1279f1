import type { DbOrTrx } from '../../db/pool.ts';

const maxOrders = 5;

/** A user's latest orders, newest first, for mailing receipts and refunds. */
export const latestOrders = (db: DbOrTrx, userId: string) =>
  db
    .selectFrom('orders')
    .select(['id', 'purpose', 'receiptNumber', 'totalCents', 'transactionId', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .limit(maxOrders)
    .execute();
