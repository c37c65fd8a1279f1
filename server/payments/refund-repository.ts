import type { Selectable } from 'kysely';
import { enqueue } from '../db/job-queue.ts';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import type { Database, RefundReason, RefundState } from '../db/schema.ts';
import { newId } from '../new-id.ts';

export type Refund = Selectable<Database['refunds']>;

const settledStates = ['VOIDED', 'REFUNDED', 'FAILED'] as const satisfies readonly RefundState[];
export type SettledRefundState = (typeof settledStates)[number];

export type NewRefund = { orderId: string; userId: string; transactionId: string; amountCents: number; reason: RefundReason; at: Date };

/**
 * Promises money back and queues the job that sends it, in the caller's transaction. One refund for an order at most: false when it
 * has one already.
 */
export async function requestRefund(trx: Trx, { at, ...values }: NewRefund): Promise<boolean> {
  const inserted = await trx
    .insertInto('refunds')
    .values({ ...values, id: newId(at), state: 'PENDING', requestedAt: at })
    .onConflict((on) => on.column('orderId').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return false;
  await enqueue(trx, { name: 'issue-refund', payload: { refundId: inserted.id }, key: `refund:${inserted.id}` });
  return true;
}

export async function readRefund(db: DbOrTrx, id: string): Promise<Refund | null> {
  return (await db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function refundsOf(db: DbOrTrx, orderIds: readonly string[]): Promise<Refund[]> {
  return orderIds.length === 0 ? [] : db.selectFrom('refunds').selectAll().where('orderId', 'in', orderIds).execute();
}

/** Ends a refund once: the order's refunded amount grows with it, and its mail is queued. False when it had ended before. */
export async function settleRefund(
  trx: Trx,
  { refund, state, gatewayId, at }: { refund: Refund; state: SettledRefundState; gatewayId: string | null; at: Date },
): Promise<boolean> {
  const settled = await trx
    .updateTable('refunds')
    .set({ state, gatewayId, settledAt: at })
    .where('id', '=', refund.id)
    .where('state', '=', 'PENDING')
    .returning('id')
    .executeTakeFirst();
  if (!settled || state === 'FAILED') return settled !== undefined;
  await trx
    .updateTable('orders')
    .set((eb) => ({ refundedCents: eb('refundedCents', '+', refund.amountCents) }))
    .where('id', '=', refund.orderId)
    .execute();
  await enqueue(trx, { name: 'send-refund-issued', payload: { refundId: refund.id }, key: `refund-issued:${refund.id}` });
  return true;
}

/** Refunds nobody has finished, oldest first: their job may have been lost or must wait for the sale to settle. */
export async function pendingRefunds(db: DbOrTrx, { before, limit }: { before: Date; limit: number }): Promise<string[]> {
  const rows = await db
    .selectFrom('refunds')
    .select('id')
    .where('state', '=', 'PENDING')
    .where('requestedAt', '<', before)
    .orderBy('requestedAt')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Money on its way back to somebody. */
export async function pendingRefundsOf(db: DbOrTrx, userId: string): Promise<Refund[]> {
  return db.selectFrom('refunds').selectAll().where('userId', '=', userId).where('state', '=', 'PENDING').orderBy('requestedAt').execute();
}
