import { after, type Clock, hours, minutes } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import type { PaymentGateway, RefundOutcome, VoidOutcome } from '../gateways/payment/port.ts';
import { disputesOf, isHeld } from './dispute-repository.ts';
import {
  type CreditRefund,
  nextTryAfterRefusal,
  readRefund,
  recordAsked,
  recordRefusal,
  type Refund,
  type SettledRefundState,
  settleRefund,
} from './refund-repository.ts';

/** A sale that is between its batch and its settlement can neither be voided nor refunded: ask again later. */
const settlingPauseMs = minutes(30);
const unknownPauseMs = minutes(1);
/** While the payer's bank looks into the payment. */
const heldPauseMs = hours(6);

type Refusal = { reason: string; code: string };
/**
 * `wait`: ask again then. `refused`: also when the gateway refused it and another try follows. `failed`: no try
 * follows.
 */
export type RefundStep =
  | { step: 'done' }
  | { step: 'wait'; until: Date }
  | ({ step: 'refused'; until: Date } & Refusal)
  | ({ step: 'failed' } & Refusal);
type Answer =
  | { state: SettledRefundState; gatewayId: string | null }
  | { until: Date }
  | (Refusal & { final: boolean });
type Dependencies = { db: Db; gateway: PaymentGateway; clock: Clock; issueCreditNote: CreditRefund };

/**
 * Sends money back: a whole sale that has not settled is voided, anything else is refunded. After a lost answer the
 * same idempotency keys are used again, so that money moves once. After a known refusal, which moved nothing, the key
 * is new: the gateway repeats its answer under the old one.
 */
export async function issueRefund(
  { db, gateway, clock, issueCreditNote }: Dependencies,
  refundId: string,
): Promise<RefundStep> {
  const refund = await readRefund(db, refundId);
  if (refund?.state !== 'PENDING') return { step: 'done' };
  if (refund.retryAt !== null && refund.retryAt > clock.now()) return { step: 'wait', until: refund.retryAt };
  // The bank may give the same money back. What may have been sent already is asked for to its end.
  if (refund.askedAt === null && isHeld(await disputesOf(db, [refund.orderId])))
    return { step: 'wait', until: after(clock.now(), heldPauseMs) };
  if (!(await recordAsked(db, { id: refundId, at: clock.now() }))) return { step: 'done' };
  const { totalCents } = await db
    .selectFrom('orders')
    .select('totalCents')
    .where('id', '=', refund.orderId)
    .executeTakeFirstOrThrow();
  const answer = await ask({ gateway, clock }, { refund, whole: refund.amountCents === totalCents });
  if ('until' in answer) return { step: 'wait', until: answer.until };
  const at = clock.now();
  if ('state' in answer) {
    await db.transaction().execute((trx) => settleRefund(trx, { refund, ...answer, issueCreditNote, at }));
    return { step: 'done' };
  }
  const { reason, code, final } = answer;
  const retryAt = final ? null : nextTryAfterRefusal(refund, at);
  await db.transaction().execute((trx) => recordRefusal(trx, { refund, code, retryAt, at }));
  return retryAt === null ? { step: 'failed', reason, code } : { step: 'refused', until: retryAt, reason, code };
}

function keyOf({ id, refusals }: Refund): string {
  return refusals === 0 ? `${id}-refund` : `${id}-refund-${refusals}`;
}

async function ask(
  { gateway, clock }: Pick<Dependencies, 'gateway' | 'clock'>,
  { refund, whole }: { refund: Refund; whole: boolean },
): Promise<Answer> {
  const { transactionId, amountCents } = refund;
  const voided = whole ? readVoid(await gateway.void({ transactionId }), clock) : null;
  if (voided) return voided;
  return readRefunded(await gateway.refund({ transactionId, amountCents, idempotencyKey: keyOf(refund) }), {
    clock,
    returnedCount: refund.returnedCount,
  });
}

/** Null: too late to void, so it has to be refunded. */
function readVoid(outcome: VoidOutcome, clock: Clock): Answer | null {
  if (outcome.outcome === 'voided') return { state: 'VOIDED', gatewayId: null };
  if (outcome.outcome === 'unknown') return { until: after(clock.now(), unknownPauseMs) };
  if (outcome.reason === 'already_voided') return { state: 'VOIDED', gatewayId: null };
  if (outcome.reason === 'settled') return null;
  return { reason: outcome.reason, code: outcome.code, final: outcome.reason === 'not_found' };
}

function readRefunded(
  outcome: RefundOutcome,
  { clock, returnedCount }: { clock: Clock; returnedCount: number },
): Answer {
  if (outcome.outcome === 'refunded') return { state: 'SETTLING', gatewayId: outcome.refundId };
  if (outcome.outcome === 'unknown') return { until: after(clock.now(), unknownPauseMs) };
  const { reason, code } = outcome;
  if (reason === 'not_settled') return { until: after(clock.now(), settlingPauseMs) };
  // It was refunded by hand: nothing is left to send. Unless the gateway means one of ours that came back.
  if (reason === 'already_refunded' && returnedCount === 0) return { state: 'REFUNDED', gatewayId: null };
  return { reason, code, final: reason !== 'declined' && reason !== 'other' };
}
