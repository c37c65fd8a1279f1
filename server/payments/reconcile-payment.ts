import { after, hours, minutes } from '../clock.ts';
import type { PaymentAttempt, StoredOutcome } from './payment-attempt.ts';
import { isUnsettled } from './payment-attempt.ts';
import { type Payer, type SendDependencies, sendPayment, storedOutcome } from './send-payment.ts';

/** A gateway may complete a charge up to its own limit after we gave up: never ask for a second send before that. */
export const resendAfterMs = minutes(1);
/** Nonces live three hours; one that old cannot be charged any more. */
const nonceLifeMs = hours(3);

export type Reconciliation = { step: 'settled'; outcome: StoredOutcome } | { step: 'wait'; until: Date } | { step: 'done' };

/**
 * Finds out what became of an attempt: asks the gateway by order id, and only when it has no such sale, a minute after
 * the last send, sends again with the same key. Returns what is known; the caller commits it.
 */
export async function reconcilePayment(
  dependencies: SendDependencies,
  { attempt, payer }: { attempt: PaymentAttempt; payer: Payer },
): Promise<Reconciliation> {
  if (!isUnsettled(attempt.state)) return { step: 'done' };
  const { gateway, clock } = dependencies;
  if (attempt.amountCents === 0)
    return { step: 'settled', outcome: { outcome: 'covered_by_codes', processedAt: clock.now().toISOString() } };
  const quietUntil = after(attempt.sentAt ?? attempt.createdAt, resendAfterMs);
  const found = await gateway.findSale({ orderId: attempt.id, amountCents: attempt.amountCents });
  if (found.outcome === 'found') {
    const outcome = storedOutcome(found.sale);
    return outcome ? { step: 'settled', outcome } : { step: 'wait', until: after(clock.now(), resendAfterMs) };
  }
  const now = clock.now();
  if (now < quietUntil) return { step: 'wait', until: quietUntil };
  if (found.outcome === 'unknown') return { step: 'wait', until: after(now, minutes(1)) };
  if (isTooOld(attempt, now)) return { step: 'settled', outcome: notCharged };
  const outcome = storedOutcome(await sendPayment(dependencies, { attempt, payer }));
  return outcome ? { step: 'settled', outcome } : { step: 'wait', until: after(clock.now(), resendAfterMs) };
}

/** The gateway has had no sale under this id since the nonce died: no money moved, and none can. */
const notCharged: StoredOutcome = { outcome: 'rejected', errors: [{ field: 'payment_method', code: 'nonce_expired' }] };

function isTooOld(attempt: PaymentAttempt, now: Date): boolean {
  const usesNonce = attempt.source !== null && 'nonce' in attempt.source;
  return usesNonce && now.getTime() - attempt.createdAt.getTime() > nonceLifeMs;
}
