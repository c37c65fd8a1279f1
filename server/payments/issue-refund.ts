import { after, type Clock, minutes } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import type { PaymentGateway, RefundOutcome, VoidOutcome } from '../gateways/payment/port.ts';
import { readRefund, type Refund, type SettledRefundState, settleRefund } from './refund-repository.ts';

/** A sale that is between its batch and its settlement can neither be voided nor refunded: ask again later. */
const settlingPauseMs = minutes(30);
const unknownPauseMs = minutes(1);

export type RefundStep = { step: 'done' } | { step: 'wait'; until: Date; cause: string } | { step: 'failed'; reason: string; code: string };
type Known = { state: SettledRefundState; gatewayId: string | null };
type Answer = Known | Exclude<RefundStep, { step: 'done' }>;
type Dependencies = { db: Db; gateway: PaymentGateway; clock: Clock };

/**
 * Sends money back: a whole sale that has not settled is voided, anything else refunded. Asking again after a lost answer uses the
 * same keys, so money goes back once.
 */
export async function issueRefund({ db, gateway, clock }: Dependencies, refundId: string): Promise<RefundStep> {
  const refund = await readRefund(db, refundId);
  if (!refund || refund.state !== 'PENDING') return { step: 'done' };
  const { totalCents } = await db.selectFrom('orders').select('totalCents').where('id', '=', refund.orderId).executeTakeFirstOrThrow();
  const answer = await ask({ gateway, clock }, { refund, whole: refund.amountCents === totalCents });
  if ('step' in answer && answer.step === 'wait') return answer;
  const { state, gatewayId } = 'step' in answer ? { state: 'FAILED' as const, gatewayId: null } : answer;
  await db.transaction().execute((trx) => settleRefund(trx, { refund, state, gatewayId, at: clock.now() }));
  return 'step' in answer ? answer : { step: 'done' };
}

async function ask({ gateway, clock }: Omit<Dependencies, 'db'>, { refund, whole }: { refund: Refund; whole: boolean }): Promise<Answer> {
  const { id, transactionId, amountCents } = refund;
  const voided = whole ? readVoid(await gateway.void({ transactionId, idempotencyKey: `${id}-void` }), clock) : null;
  if (voided) return voided;
  return readRefunded(await gateway.refund({ transactionId, amountCents, idempotencyKey: `${id}-refund` }), clock);
}

/** Null: too late to void, so it has to be refunded. */
function readVoid(outcome: VoidOutcome, clock: Clock): Answer | null {
  if (outcome.outcome === 'voided') return { state: 'VOIDED', gatewayId: null };
  if (outcome.outcome === 'unknown') return { step: 'wait', until: after(clock.now(), unknownPauseMs), cause: outcome.cause };
  if (outcome.reason === 'already_voided') return { state: 'VOIDED', gatewayId: null };
  if (outcome.reason === 'settled') return null;
  return { step: 'failed', reason: outcome.reason, code: outcome.code };
}

function readRefunded(outcome: RefundOutcome, clock: Clock): Answer {
  if (outcome.outcome === 'refunded') return { state: 'REFUNDED', gatewayId: outcome.refundId };
  if (outcome.outcome === 'unknown') return { step: 'wait', until: after(clock.now(), unknownPauseMs), cause: outcome.cause };
  if (outcome.reason === 'not_settled') return { step: 'wait', until: after(clock.now(), settlingPauseMs), cause: outcome.reason };
  // Somebody gave it back by hand: the money is where it belongs.
  if (outcome.reason === 'already_refunded') return { state: 'REFUNDED', gatewayId: null };
  return { step: 'failed', reason: outcome.reason, code: outcome.code };
}
