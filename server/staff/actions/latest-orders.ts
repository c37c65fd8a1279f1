import type { DbOrTrx } from '../../db/pool.ts';

const most = 5;

/** What somebody has paid lately, the latest first: what may be mailed or given back. */
export const latestOrders = (db: DbOrTrx, userId: string) =>
  db
    .selectFrom('orders')
    .select(['id', 'receiptNumber', 'totalCents', 'transactionId', 'settlementDeclinedAt', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .limit(most)
    .execute();
