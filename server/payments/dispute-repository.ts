import type { DbOrTrx, Trx } from '../db/pool.ts';
import type { Row } from '../db/schema.ts';
import type { GatewayDispute } from '../gateways/payment/port.ts';
import { type DisputePhase, isNewer, phaseOf, returnedOf } from './dispute.ts';

const disputeColumns = [
  'id',
  'transactionId',
  'orderId',
  'userId',
  'kind',
  'state',
  'reason',
  'amountCents',
  'returnedCents',
  'replyBy',
  'stateAt',
  'applied',
  'createdAt',
] as const;
export type Dispute = Row<'disputes', typeof disputeColumns>;

/**
 * Stores the state of a dispute as the gateway reports it, and locks it until the caller's transaction ends. An
 * outdated report changes nothing.
 */
export async function upsertDispute(
  trx: Trx,
  { reported, reportedAt, at }: { reported: GatewayDispute; reportedAt: Date; at: Date },
): Promise<Dispute> {
  const { disputeId: id, wonCents: _, transactionId, kind, reason, ...reportedNow } = reported;
  const now = { ...reportedNow, returnedCents: returnedOf(reported), stateAt: reportedAt, updatedAt: at };
  await trx
    .insertInto('disputes')
    .values({ ...now, id, transactionId, kind, reason, createdAt: at })
    .onConflict((on) => on.doNothing())
    .execute();
  const known = await trx
    .selectFrom('disputes')
    .select(disputeColumns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (!isNewer(now, known)) return known;
  // The nightly check reports the same state again.
  const isSame = now.state === known.state && now.returnedCents === known.returnedCents;
  const { updatedAt, ...stated } = now;
  return trx
    .updateTable('disputes')
    .set({ ...stated, replyBy: now.replyBy ?? known.replyBy, ...(isSame ? {} : { updatedAt }) })
    .where('id', '=', id)
    .returning(disputeColumns)
    .executeTakeFirstOrThrow();
}

/** Records the order of a dispute, and the last state that was acted upon. */
export async function applyDispute(
  trx: Trx,
  { id, ...change }: { id: string; orderId: string; userId: string; applied: DisputePhase },
): Promise<void> {
  await trx.updateTable('disputes').set(change).where('id', '=', id).execute();
}

export async function readDispute(db: DbOrTrx, id: string): Promise<Dispute | null> {
  return (await db.selectFrom('disputes').select(disputeColumns).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Since when the oldest undecided dispute is known. */
export async function oldestOpenDispute(db: DbOrTrx): Promise<Date | null> {
  const row = await db
    .selectFrom('disputes')
    .select((eb) => eb.fn.min('createdAt').as('since'))
    .where('state', 'in', ['OPEN', 'DISPUTED', 'UNDER_REVIEW'])
    .executeTakeFirst();
  return row?.since ?? null;
}

/** Disputes of orders that move money, oldest first. */
export async function disputesOf(db: DbOrTrx, orderIds: readonly string[]): Promise<Dispute[]> {
  if (orderIds.length === 0) return [];
  return db
    .selectFrom('disputes')
    .select(disputeColumns)
    .where('orderId', 'in', orderIds)
    .where('kind', '!=', 'RETRIEVAL')
    .orderBy('createdAt')
    .execute();
}

/**
 * The amount that banks have charged back of an order. A payment is charged back only once, however many disputes it
 * has.
 */
export function returnedCents(disputes: readonly Dispute[], { totalCents }: { totalCents: number }): number {
  return Math.min(
    totalCents,
    disputes.reduce((sum, dispute) => sum + dispute.returnedCents, 0),
  );
}

export function isHeld(disputes: readonly Dispute[]): boolean {
  return disputes.some((dispute) => phaseOf(dispute) === 'HELD');
}

/** Whether any payment by a user is disputed. */
export async function hasOpenDispute(db: DbOrTrx, userId: string): Promise<boolean> {
  const row = await db
    .selectNoFrom((eb) => eb.fn<boolean>('has_open_dispute', [eb.val(userId)]).as('open'))
    .executeTakeFirstOrThrow();
  return row.open;
}
