import { after, days, hours } from '../clock.ts';
import { enqueue } from '../db/job-queue.ts';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import type { RefundReason, Row } from '../db/schema.ts';
import { newId } from '../new-id.ts';
import { lockOrders } from './order-repository.ts';

export const refundColumns = [
  'id',
  'orderId',
  'userId',
  'transactionId',
  'amountCents',
  'reason',
  'state',
  'gatewayId',
  'refusals',
  'retryAt',
  'requestedAt',
  'settledAt',
  'askedAt',
  'returnedCount',
] as const;
export type Refund = Row<'refunds', typeof refundColumns>;

/** `SETTLING`: accepted by the gateway, not yet by the bank. */
export type SettledRefundState = 'SETTLING' | 'VOIDED' | 'REFUNDED';

/** Pauses before each retry after a refusal; after the last refusal staff are needed. */
const refusedPausesMs = [hours(1), hours(6), hours(24)] as const;

export function nextTryAfterRefusal({ refusals }: Pick<Refund, 'refusals'>, at: Date): Date | null {
  const pauseMs = refusedPausesMs[refusals];
  return pauseMs === undefined ? null : after(at, pauseMs);
}

/** How often the outcome of an accepted refund is polled: banks take days. */
const followPauseMs = days(1);

export type NewRefund = {
  orderId: string;
  userId: string;
  transactionId: string;
  amountCents: number;
  reason: RefundReason;
  at: Date;
};

/**
 * Stores a refund and queues its job in the caller's transaction. An order can be refunded in parts; exceeding its
 * total violates a constraint (migration 0015).
 */
export async function requestRefund(trx: Trx, { at, ...values }: NewRefund): Promise<void> {
  const { id } = await trx
    .insertInto('refunds')
    .values({ ...values, id: newId(at), state: 'PENDING', requestedAt: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enqueueRefund(trx, { refundId: id });
}

/** Queues the job that sends a refund. One job key per refund: a later call replaces the earlier job. */
export function enqueueRefund(db: DbOrTrx, { refundId, runAt }: { refundId: string; runAt?: Date }): Promise<void> {
  const job = { name: 'issue-refund', payload: { refundId }, key: `refund:${refundId}` } as const;
  return enqueue(db, runAt ? { ...job, runAt } : job);
}

export async function readRefund(db: DbOrTrx, id: string): Promise<Refund | null> {
  return (await db.selectFrom('refunds').select(refundColumns).where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function refundsOf(db: DbOrTrx, orderIds: readonly string[]): Promise<Refund[]> {
  return orderIds.length === 0
    ? []
    : db.selectFrom('refunds').select(refundColumns).where('orderId', 'in', orderIds).orderBy('id').execute();
}

/** Issues the documents for money that moved: `documents/issue-document.ts`. */
export type BalanceDocuments = (trx: Trx, moved: { orderId: string; cause: string; at: Date }) => Promise<void>;

export type SettledRefund = {
  refund: Refund;
  state: SettledRefundState;
  gatewayId: string | null;
  balanceDocuments: BalanceDocuments;
  at: Date;
};

/**
 * Completes a refund once: increases the order's refunded amount, issues its credit note and queues its mail. False if
 * it was already completed, or if another refund of the same amount has taken what was found at the gateway.
 */
export async function settleRefund(
  trx: Trx,
  { refund, state, gatewayId, balanceDocuments, at }: SettledRefund,
): Promise<boolean> {
  await lockOrders(trx, [refund.orderId]);
  const settled = await trx
    .updateTable('refunds')
    .set({ state, gatewayId, settledAt: at, retryAt: state === 'SETTLING' ? after(at, followPauseMs) : null })
    .where('id', '=', refund.id)
    .where('state', '=', 'PENDING')
    .where((where) =>
      where.not(
        where.exists(where.selectFrom('refunds as others').select('id').where('others.gatewayId', '=', gatewayId)),
      ),
    )
    .returning('id')
    .executeTakeFirst();
  if (!settled) return false;
  await trx
    .updateTable('orders')
    .set((eb) => ({ refundedCents: eb('refundedCents', '+', refund.amountCents) }))
    .where('id', '=', refund.orderId)
    .execute();
  await enqueue(trx, {
    name: 'send-refund-issued',
    payload: { refundId: refund.id },
    key: `refund-issued:${refund.id}`,
  });
  await balanceDocuments(trx, { orderId: refund.orderId, cause: `refund:${refund.id}`, at });
  return true;
}

/** Records that a call to the gateway is starting. False if the refund is no longer open. */
export async function recordSent(db: DbOrTrx, { id, at }: { id: string; at: Date }): Promise<boolean> {
  const updated = await db
    .updateTable('refunds')
    .set((eb) => ({ askedAt: eb.fn.coalesce('askedAt', eb.val(at)) }))
    .where('id', '=', id)
    .where('state', '=', 'PENDING')
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

/** Clears the time of sending: the gateway does not know the request, or refused it for now. */
export async function clearSent(db: DbOrTrx, { id, refusals }: Pick<Refund, 'id' | 'refusals'>): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ askedAt: null })
    .where('id', '=', id)
    .where('state', '=', 'PENDING')
    .where('refusals', '=', refusals)
    .execute();
}

type RefusedRefund = { refund: Refund; code: string; balanceDocuments: BalanceDocuments; at: Date };

/**
 * Records that the gateway refused a refund. `retryAt`: the next attempt; if null, there is none and the payee is
 * notified. Of two concurrent refusals the first counts.
 */
export async function recordRefusal(
  trx: Trx,
  { refund, code, retryAt, balanceDocuments, at }: RefusedRefund & { retryAt: Date | null },
): Promise<void> {
  const failed = retryAt === null;
  await lockOrders(trx, [refund.orderId]);
  const recorded = await trx
    .updateTable('refunds')
    .set({
      refusals: refund.refusals + 1,
      lastRefusal: code,
      retryAt,
      askedAt: null,
      ...(failed ? { state: 'FAILED', settledAt: at } : {}),
    })
    .where('id', '=', refund.id)
    .where('state', '=', 'PENDING')
    .where('refusals', '=', refund.refusals)
    .returning('id')
    .executeTakeFirst();
  if (recorded && failed) await reportFailedRefund(trx, { refund, balanceDocuments, at });
}

/** Notifies the payee of a refund that cannot be paid out, and reverses its credit note. */
async function reportFailedRefund(
  trx: Trx,
  { refund: { id, orderId }, balanceDocuments, at }: Omit<RefusedRefund, 'code'>,
): Promise<void> {
  await enqueue(trx, { name: 'send-refund-failed', payload: { refundId: id }, key: `refund-failed:${id}` });
  await balanceDocuments(trx, { orderId, cause: `refund-failed:${id}`, at });
}

/** Accepted refunds that are due to be polled. */
export async function settlingRefunds(db: DbOrTrx, { at, limit }: { at: Date; limit: number }): Promise<string[]> {
  const rows = await db
    .selectFrom('refunds')
    .select('id')
    .where('state', '=', 'SETTLING')
    .where('retryAt', '<=', at)
    .orderBy('settledAt')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Records that an accepted refund has arrived, or is still on its way. */
export async function recordArrival(db: DbOrTrx, { id, arrived, at }: { id: string; arrived: boolean; at: Date }) {
  await db
    .updateTable('refunds')
    .set(arrived ? { state: 'REFUNDED', retryAt: null } : { retryAt: after(at, followPauseMs) })
    .where('id', '=', id)
    .where('state', '=', 'SETTLING')
    .execute();
}

export async function refundOfGateway(db: DbOrTrx, gatewayId: string): Promise<Refund | null> {
  const row = await db
    .selectFrom('refunds')
    .select(refundColumns)
    .where('gatewayId', '=', gatewayId)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * A bank declined an accepted refund days later: the order's refunded amount decreases again, and the refund is retried
 * under a new key, as after an immediate refusal. Null if already recorded.
 */
export async function recordReturn(
  trx: Trx,
  { refund, gatewayId, code, balanceDocuments, at }: RefusedRefund & { gatewayId: string },
): Promise<{ retryAt: Date | null } | null> {
  await lockOrders(trx, [refund.orderId]);
  const retryAt = nextTryAfterRefusal(refund, at);
  const returned = await trx
    .updateTable('refunds')
    .set((eb) => ({
      state: retryAt === null ? 'FAILED' : 'PENDING',
      gatewayId: null,
      askedAt: null,
      lastRefusal: code,
      retryAt,
      refusals: eb('refusals', '+', 1),
      returnedCount: eb('returnedCount', '+', 1),
      settledAt: retryAt === null ? at : null,
    }))
    .where('id', '=', refund.id)
    .where('gatewayId', '=', gatewayId)
    .where('state', 'in', ['SETTLING', 'REFUNDED'])
    .returning('id')
    .executeTakeFirst();
  if (!returned) return null;
  await trx
    .updateTable('orders')
    .set((eb) => ({ refundedCents: eb('refundedCents', '-', refund.amountCents) }))
    .where('id', '=', refund.orderId)
    .execute();
  if (retryAt === null) await reportFailedRefund(trx, { refund, balanceDocuments, at });
  return { retryAt };
}

/** Pending refunds that are due, oldest first: their job may have been lost, or the sale has to settle first. */
export async function pendingRefunds(
  db: DbOrTrx,
  { before, at, limit }: { before: Date; at: Date; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('refunds')
    .select('id')
    .where('state', '=', 'PENDING')
    .where('requestedAt', '<', before)
    .where((where) => where.or([where('retryAt', 'is', null), where('retryAt', '<=', at)]))
    .orderBy('requestedAt')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Refunds that are not completed. */
export async function openRefundsOf(db: DbOrTrx, userId: string): Promise<Refund[]> {
  return db
    .selectFrom('refunds')
    .select(refundColumns)
    .where('userId', '=', userId)
    .where('state', 'in', ['PENDING', 'SETTLING', 'FAILED'])
    .orderBy('requestedAt')
    .execute();
}

/** Whether a refund cancels the purchase; refunds for other reasons leave it unchanged. */
export function cancelsPurchase({ reason }: Pick<Refund, 'reason'>): boolean {
  return reason === 'CANCELLED_MEANWHILE' || reason === 'NOT_COMPLETED';
}

/** Cents of an order that are refunded because the purchase was cancelled. */
export async function cancelledCents(db: DbOrTrx, orderId: string): Promise<number> {
  return (await refundsOf(db, [orderId]))
    .filter(cancelsPurchase)
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
}
