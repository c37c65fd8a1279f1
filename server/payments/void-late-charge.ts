import { after, type Clock, hours, minutes } from '../clock.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Db, DbOrTrx } from '../db/pool.ts';
import type { PaymentGateway } from '../gateways/payment/port.ts';
import { movedNothing } from './payment-attempt.ts';
import { readAttempt, recordLateTransaction } from './payment-attempt-repository.ts';

type Dependencies = { db: Db; gateway: PaymentGateway; clock: Clock };

/**
 * Delays of the searches after an attempt's settlement: at the last one, none of its nonces can be charged any more.
 */
const checkDelaysMs = [minutes(5), minutes(30), hours(4)] as const;
const unknownPauseMs = minutes(1);
/** A sale that is batched but not settled can be neither voided nor refunded. */
const settlingPauseMs = minutes(30);

/** Queues the next search for a sale that may still appear. */
export function enqueueLateChargeCheck(
  db: DbOrTrx,
  { attemptId, runAt }: { attemptId: string; runAt: Date },
): Promise<void> {
  return enqueue(db, { name: 'void-late-charge', payload: { attemptId }, runAt, key: `void-late:${attemptId}` });
}

/** The time of the first search for a sale of an attempt settled at this instant. */
export const firstLateCheck = (settledAt: Date): Date => after(settledAt, checkDelaysMs[0]);

export type LateCharge =
  | { step: 'none' }
  | { step: 'taken_back'; transactionId: string }
  | { step: 'wait'; until: Date }
  | FailedVoid;
type FailedVoid = { step: 'stuck'; transactionId: string; code: string };

/**
 * Voids a sale that appeared after its attempt was settled without one, because its payer was told that nothing was
 * charged and may have paid in another way. A settled sale is refunded in full, with an idempotency key derived from
 * the attempt.
 */
export async function voidLateCharge({ db, gateway, clock }: Dependencies, attemptId: string): Promise<LateCharge> {
  const attempt = await readAttempt(db, attemptId);
  if (!attempt || !movedNothing(attempt.state)) return { step: 'none' };
  const now = clock.now();
  const found = await gateway.findSale({ orderId: attempt.id, amountCents: attempt.amountCents });
  if (found.outcome === 'unknown') return { step: 'wait', until: after(now, unknownPauseMs) };
  if (found.outcome === 'found' && found.sale.outcome === 'approved') {
    const { transactionId } = found.sale;
    await recordLateTransaction(db, { id: attempt.id, transactionId });
    return reverseLateCharge({ gateway, clock }, { attemptId, transactionId, amountCents: attempt.amountCents });
  }
  const ended = attempt.settledAt ?? attempt.createdAt;
  const next = checkDelaysMs.map((delay) => after(ended, delay)).find((at) => at > now);
  return next ? { step: 'wait', until: next } : { step: 'none' };
}

type Sale = { attemptId: string; transactionId: string; amountCents: number };

async function reverseLateCharge(
  { gateway, clock }: Omit<Dependencies, 'db'>,
  { attemptId, transactionId, amountCents }: Sale,
): Promise<LateCharge> {
  const voided = await gateway.void({ transactionId });
  const wait = (pauseMs: number): LateCharge => ({ step: 'wait', until: after(clock.now(), pauseMs) });
  if (voided.outcome === 'unknown') return wait(unknownPauseMs);
  if (voided.outcome === 'voided' || voided.reason === 'already_voided') return { step: 'taken_back', transactionId };
  if (voided.reason !== 'settled') return { step: 'stuck', transactionId, code: voided.code };
  const refunded = await gateway.refund({ transactionId, amountCents, idempotencyKey: `${attemptId}-late-refund` });
  if (refunded.outcome === 'unknown') return wait(unknownPauseMs);
  if (refunded.outcome === 'refunded' || refunded.reason === 'already_refunded')
    return { step: 'taken_back', transactionId };
  return refunded.reason === 'not_settled'
    ? wait(settlingPauseMs)
    : { step: 'stuck', transactionId, code: refunded.code };
}
