import type { DbOrTrx, Trx } from '../db/pool.ts';
import type { Purpose } from '../db/schema.ts';
import type { PaidOrder } from './order-repository.ts';

/**
 * A professional's purchases for others whose payment did not settle: the professional can pay them again, although the
 * plans and codes belong to others.
 */
export const boughtForOthers = ['PROFESSIONAL_PLAN', 'CODE_BUNDLE'] as const satisfies readonly Purpose[];

export type UnpaidOrder = Omit<PaidOrder, 'purpose'> & {
  purpose: (typeof boughtForOthers)[number];
  settlementDeclinedAt: Date;
};

function unpaidOrders(db: DbOrTrx) {
  return db
    .selectFrom('orders')
    .select((eb) => [
      'id',
      'attemptId',
      'userId',
      'totalCents',
      'payForCoParent',
      'packageId',
      'services',
      'transactionId',
      eb.ref('purpose').$castTo<UnpaidOrder['purpose']>().as('purpose'),
      eb.ref('settlementDeclinedAt').$castTo<Date>().as('settlementDeclinedAt'),
    ])
    .where('settlementDeclinedAt', 'is not', null)
    .where('paidByOrderId', 'is', null)
    .where('withdrawnAt', 'is', null)
    .where('purpose', 'in', boughtForOthers);
}

/** A professional's orders that can be paid again, by the date of the failed settlement. */
export async function unpaidOrdersOf(db: DbOrTrx, userId: string): Promise<UnpaidOrder[]> {
  return unpaidOrders(db).where('userId', '=', userId).orderBy('settlementDeclinedAt').execute();
}

/** A professional's own unpaid order; null if it cannot be paid again, or belongs to somebody else. */
export async function readUnpaidOrder(
  db: DbOrTrx,
  { orderId, userId }: { orderId: string; userId: string },
): Promise<UnpaidOrder | null> {
  const found = await unpaidOrders(db).where('id', '=', orderId).where('userId', '=', userId).executeTakeFirst();
  return found ?? null;
}

/** Any unpaid order, locked until the caller's transaction ends. Subscriptions must be locked before. */
export async function lockUnpaidOrder(trx: Trx, id: string): Promise<UnpaidOrder | null> {
  return (await unpaidOrders(trx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()) ?? null;
}

export async function dueUnpaidOrders(
  db: DbOrTrx,
  { declinedBefore, limit }: { declinedBefore: Date; limit: number },
): Promise<string[]> {
  const due = unpaidOrders(db).where('settlementDeclinedAt', '<=', declinedBefore);
  return (await due.orderBy('settlementDeclinedAt').limit(limit).execute()).map(({ id }) => id);
}

/** Closes a locked unpaid order: another order has paid for the same, or it is withdrawn. */
export async function endWaiting(
  trx: Trx,
  { id, ...end }: { id: string } & ({ paidByOrderId: string } | { withdrawnAt: Date }),
): Promise<void> {
  await trx.updateTable('orders').set(end).where('id', '=', id).execute();
}
