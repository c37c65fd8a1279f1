import { after, hours, minutes, seconds } from '../clock.ts';
import { notAcceptedCauses, type Rejection } from '../gateways/payment/port.ts';
import type { PaymentAttempt, SettledOutcome } from './payment-attempt.ts';
import { isUnsettled, neverCharged } from './payment-attempt.ts';
import { type Payer, type SendDependencies, sendPayment, storedOutcome } from './send-payment.ts';

/** A gateway may complete a charge up to its own limit after our timeout, so a second send must wait for that long. */
export const resendAfterMs = minutes(1);
/** A nonce expires after three hours and cannot be charged any more. */
const nonceLifeMs = hours(3);
/**
 * How often a sale is sent while its payer waits. Renewals, for which nobody waits, are sent until the gateway
 * responds.
 */
const sendsForPayer = 2;

/**
 * `settled` is valid for an attempt with `sends` sends; if it was sent again meanwhile, its outcome must be read again.
 */
export type Reconciliation =
  | { step: 'settled'; outcome: SettledOutcome; sends: number }
  | { step: 'wait'; until: Date }
  | { step: 'done' };

type Unsettled = { attempt: PaymentAttempt; payer: Payer };

/**
 * Reads the outcome of an attempt. Searches the gateway by order id. `send`: there is no such sale a minute after the
 * last send, and it may be sent again under the same key. If the second send does not become a sale either, a waiting
 * payer is told that nothing was charged and can pay in another way. Returns the outcome; the caller commits it.
 */
export async function findOutcome(
  { gateway, clock }: SendDependencies,
  { attempt, payer }: Unsettled,
): Promise<Reconciliation | { step: 'send' }> {
  if (!isUnsettled(attempt.state)) return { step: 'done' };
  const { sends } = attempt;
  if (attempt.amountCents === 0)
    return { step: 'settled', outcome: { outcome: 'covered_by_codes', processedAt: clock.now().toISOString() }, sends };
  const quietUntil = after(attempt.sentAt ?? attempt.createdAt, resendAfterMs);
  const found = await gateway.findSale({ orderId: attempt.id, amountCents: attempt.amountCents });
  if (found.outcome === 'found') {
    const outcome = storedOutcome(found.sale);
    return outcome ? { step: 'settled', outcome, sends } : { step: 'wait', until: after(clock.now(), resendAfterMs) };
  }
  const now = clock.now();
  if (found.outcome === 'absent' && isAbandoned({ attempt, payer, quiet: now >= quietUntil }))
    return { step: 'settled', outcome: neverCharged, sends };
  if (now < quietUntil) return { step: 'wait', until: quietUntil };
  if (found.outcome === 'unknown') return { step: 'wait', until: after(now, minutes(1)) };
  return isTooOld(attempt, now) ? { step: 'settled', outcome: nonceExpired, sends } : { step: 'send' };
}

/** Sends a sale that the gateway does not have once more. */
export async function sendAgain(
  dependencies: SendDependencies,
  { attempt, payer }: Unsettled,
): Promise<Reconciliation> {
  const answer = await sendPayment(dependencies, { attempt, payer });
  const outcome = storedOutcome(answer);
  if (outcome) return { step: 'settled', outcome, sends: attempt.sends + 1 };
  const refused = answer.outcome === 'unknown' && notAcceptedCauses.has(answer.cause);
  return {
    step: 'wait',
    until: after(dependencies.clock.now(), refused && isAwaited(payer) ? seconds(2) : resendAfterMs),
  };
}

function isAwaited({ recurring }: Payer): boolean {
  return recurring !== 'subsequent';
}

/**
 * Whether the gateway's lack of a sale is final: it rejected every send, or its own time limit has passed since the
 * last one (`quiet`).
 */
function isAbandoned({ attempt, payer, quiet }: { attempt: PaymentAttempt; payer: Payer; quiet: boolean }): boolean {
  const { sends, refusedSends } = attempt;
  return isAwaited(payer) && sends >= sendsForPayer && (quiet || refusedSends === sends);
}

/** The gateway had no sale with this id when the nonce expired: no money moved, and none can. */
const nonceExpired: Rejection = {
  outcome: 'rejected',
  errors: [{ field: 'payment_method', code: 'nonce_expired' }],
};

function isTooOld(attempt: PaymentAttempt, now: Date): boolean {
  const usesNonce = attempt.source !== null && 'nonce' in attempt.source;
  return usesNonce && now.getTime() - attempt.createdAt.getTime() > nonceLifeMs;
}
