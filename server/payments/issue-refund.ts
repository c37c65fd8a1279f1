import { after, type Clock, hours, minutes } from '../clock.ts';
import type { Db, DbOrTrx } from '../db/pool.ts';
import type { PaymentGateway, RefundOutcome, VoidOutcome } from '../gateways/payment/port.ts';
import { moneyOfOrder, type OrderMoney } from './order-money.ts';
import { lockOrders } from './order-repository.ts';
import {
  type BalanceDocuments,
  clearSent,
  nextTryAfterRefusal,
  type Refund,
  readRefund,
  recordRefusal,
  recordSent,
  refundsOf,
  type SettledRefundState,
  settleRefund,
} from './refund-repository.ts';
import { withdrawRefunds } from './withdraw-refunds.ts';

/** A sale that is batched but not settled can be neither voided nor refunded: retry later. */
const settlingPauseMs = minutes(30);
const unknownPauseMs = minutes(1);
/** After this time a request has reached the gateway or never will. */
const arrivalMs = minutes(2);
/** Used while the payer's bank handles a dispute. */
const heldPauseMs = hours(6);

type Refusal = { reason: string; code: string };
/** `wait`: when to retry. `refused`: also after a refusal by the gateway that is retried. `failed`: not retried. */
export type RefundStep =
  | { step: 'done' }
  | { step: 'wait'; until: Date }
  | ({ step: 'refused'; until: Date } & Refusal)
  | ({ step: 'failed' } & Refusal);
/** `known`: the gateway has responded, and moved nothing. Otherwise the money may be on its way. */
type RefundAnswer =
  | { state: SettledRefundState; gatewayId: string | null }
  | { until: Date; known: boolean }
  | (Refusal & { final: boolean });
type Dependencies = { db: Db; gateway: PaymentGateway; clock: Clock; balanceDocuments: BalanceDocuments };

/**
 * Returns money: a whole sale that has not settled is voided, anything else is refunded. After a lost response the same
 * idempotency keys are used, so that money moves once. After a known refusal, which moved nothing, a new key is used,
 * because the gateway repeats its response under the old one.
 */
export async function issueRefund(dependencies: Dependencies, refundId: string): Promise<RefundStep> {
  const { db, clock } = dependencies;
  const refund = await readRefund(db, refundId);
  if (refund?.state !== 'PENDING') return { step: 'done' };
  if (refund.retryAt !== null && refund.retryAt > clock.now()) return { step: 'wait', until: refund.retryAt };
  const money = await moneyOfOrder(db, refund.orderId);
  return money.isCertain && money.returnedCents === 0
    ? send(dependencies, refund)
    : issueWhatIsLeft(dependencies, { refund, money });
}

/**
 * The bank may return, or has returned, the same money, or it never settled. Nothing is sent twice: a refund that may
 * have been sent is searched for, and an unsent one is limited to what remains after the bank's decision.
 */
async function issueWhatIsLeft(
  dependencies: Dependencies,
  { refund, money }: { refund: Refund; money: OrderMoney },
): Promise<RefundStep> {
  const { db, clock, balanceDocuments } = dependencies;
  const at = clock.now();
  if (refund.askedAt !== null) {
    // The request may still be on its way to the gateway.
    const arrivedBy = after(refund.askedAt, arrivalMs);
    if (arrivedBy > at) return { step: 'wait', until: arrivedBy };
    const sent = await findSent(dependencies, refund);
    if (sent === 'unknown') return { step: 'wait', until: after(at, unknownPauseMs) };
    if (sent) return settle(dependencies, { refund, ...sent });
    await clearSent(db, refund);
  }
  if (money.isHeld) return { step: 'wait', until: after(at, heldPauseMs) };
  const isWhole = await db.transaction().execute(async (trx) => {
    await lockOrders(trx, [refund.orderId]);
    const order = { id: refund.orderId, totalCents: await totalOf(trx, refund) };
    await withdrawRefunds(trx, { order, at });
    await balanceDocuments(trx, { orderId: order.id, cause: `refund-withdrawn:${refund.id}`, at });
    return (await readRefund(trx, refund.id))?.state === 'PENDING';
  });
  return isWhole ? send(dependencies, refund) : { step: 'done' };
}

/** The gateway's result of a request whose response was lost; null if the request never arrived. */
async function findSent(
  { db, gateway }: Dependencies,
  { id, orderId, transactionId, amountCents }: Refund,
): Promise<'unknown' | null | { state: SettledRefundState; gatewayId: string | null }> {
  const found = await gateway.findReversals({ transactionId });
  if (found.outcome === 'unknown') return 'unknown';
  if (found.isVoided) return { state: 'VOIDED', gatewayId: null };
  const others = (await refundsOf(db, [orderId])).filter((refund) => refund.id !== id);
  const isKnown = (refundId: string) => others.some(({ gatewayId }) => gatewayId === refundId);
  const own = found.credits.find((credit) => credit.amountCents === amountCents && !isKnown(credit.refundId));
  return own ? { state: 'SETTLING', gatewayId: own.refundId } : null;
}

async function settle(
  { db, clock, balanceDocuments }: Dependencies,
  settled: { refund: Refund; state: SettledRefundState; gatewayId: string | null },
): Promise<RefundStep> {
  const at = clock.now();
  return db.transaction().execute(async (trx) => {
    if (await settleRefund(trx, { ...settled, balanceDocuments, at })) return { step: 'done' };
    // The gateway's credit was found for another refund of the same amount: this one is sent under a new key.
    const retryAt = after(at, unknownPauseMs);
    await recordRefusal(trx, { ...settled, code: 'refund_of_another', retryAt, balanceDocuments, at });
    return { step: 'wait', until: retryAt };
  });
}

async function send(dependencies: Dependencies, refund: Refund): Promise<RefundStep> {
  const { db, gateway, clock, balanceDocuments } = dependencies;
  if (!(await recordSent(db, { id: refund.id, at: clock.now() }))) return { step: 'done' };
  const totalCents = await totalOf(db, refund);
  const answer = await voidOrRefund({ gateway, clock }, { refund, whole: refund.amountCents === totalCents });
  if ('until' in answer) {
    // If the sale has not settled, no earlier request with a lost response has moved money either.
    if (answer.known) await clearSent(db, refund);
    return { step: 'wait', until: answer.until };
  }
  if ('state' in answer) return settle(dependencies, { refund, ...answer });
  const at = clock.now();
  const { reason, code, final } = answer;
  const retryAt = final ? null : nextTryAfterRefusal(refund, at);
  await db.transaction().execute((trx) => recordRefusal(trx, { refund, code, retryAt, balanceDocuments, at }));
  return retryAt === null ? { step: 'failed', reason, code } : { step: 'refused', until: retryAt, reason, code };
}

async function totalOf(db: DbOrTrx, { orderId }: Refund): Promise<number> {
  const order = db.selectFrom('orders').select('totalCents').where('id', '=', orderId);
  return (await order.executeTakeFirstOrThrow()).totalCents;
}

function keyOf({ id, refusals }: Refund): string {
  return refusals === 0 ? `${id}-refund` : `${id}-refund-${refusals}`;
}

async function voidOrRefund(
  { gateway, clock }: Pick<Dependencies, 'gateway' | 'clock'>,
  { refund, whole: isFullRefund }: { refund: Refund; whole: boolean },
): Promise<RefundAnswer> {
  const { transactionId, amountCents } = refund;
  const voided = isFullRefund ? readVoid(await gateway.void({ transactionId }), clock) : null;
  if (voided) return voided;
  return readRefunded(await gateway.refund({ transactionId, amountCents, idempotencyKey: keyOf(refund) }), {
    clock,
    returnedCount: refund.returnedCount,
  });
}

/** Null: too late to void, so it must be refunded. */
function readVoid(outcome: VoidOutcome, clock: Clock): RefundAnswer | null {
  if (outcome.outcome === 'voided') return { state: 'VOIDED', gatewayId: null };
  if (outcome.outcome === 'unknown') return { until: after(clock.now(), unknownPauseMs), known: false };
  if (outcome.reason === 'already_voided') return { state: 'VOIDED', gatewayId: null };
  if (outcome.reason === 'settled') return null;
  return { reason: outcome.reason, code: outcome.code, final: outcome.reason === 'not_found' };
}

function readRefunded(
  outcome: RefundOutcome,
  { clock, returnedCount }: { clock: Clock; returnedCount: number },
): RefundAnswer {
  if (outcome.outcome === 'refunded') return { state: 'SETTLING', gatewayId: outcome.refundId };
  if (outcome.outcome === 'unknown') return { until: after(clock.now(), unknownPauseMs), known: false };
  const { reason, code } = outcome;
  if (reason === 'not_settled') return { until: after(clock.now(), settlingPauseMs), known: true };
  // It was refunded by hand, so nothing is left to send, unless the gateway refers to our own refund that a bank
  // returned.
  if (reason === 'already_refunded' && returnedCount === 0) return { state: 'REFUNDED', gatewayId: null };
  return { reason, code, final: reason !== 'declined' && reason !== 'other' };
}
