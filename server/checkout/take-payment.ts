import { after } from '../clock.ts';
import type { PaymentGateway } from '../gateways/payment/port.ts';
import { type PaymentAttempt, withdrawn } from '../payments/payment-attempt.ts';
import { readAttempt } from '../payments/payment-attempt-repository.ts';
import { findOutcome, type Reconciliation, resendAfterMs, sendAgain } from '../payments/reconcile-payment.ts';
import { sendPayment, storedOutcome } from '../payments/send-payment.ts';
import type { BegunPayment, PaymentRules } from './begin-payment.ts';
import { readPurchase } from './purchase.ts';
import { isStillWanted, markAttemptUnknown, type SettleDependencies, settlePayment } from './settle-payment.ts';

export type PaymentDependencies = SettleDependencies & PaymentRules & { gateway: PaymentGateway };

/**
 * Sends a claimed payment once, and settles it if there is an answer. If this process dies, the attempt's row and the
 * queued reconciler finish the work. Returns the attempt, settled or still unsettled.
 */
export async function sendAndSettle(
  dependencies: PaymentDependencies,
  { kind, attempt }: BegunPayment,
): Promise<PaymentAttempt> {
  if (kind === 'earlier') return attempt;
  const { payer } = readPurchase(attempt);
  const outcome = storedOutcome(await sendPayment(dependencies, { attempt, payer }));
  if (outcome) await settlePayment(dependencies, { attemptId: attempt.id, outcome });
  else await markAttemptUnknown(dependencies, attempt.id);
  return (await readAttempt(dependencies.db, attempt.id)) ?? attempt;
}

/**
 * One round of reconciliation: settles with what the gateway knows, and sends the sale again if it has none and the
 * purchase is still wanted. Returns when to repeat it, or null when the attempt is settled. Throws `UnreadablePurchase`
 * before the gateway is called.
 */
export async function reconcileAttempt(
  dependencies: PaymentDependencies,
  attemptId: string,
): Promise<{ retryAt: Date | null }> {
  const attempt = await readAttempt(dependencies.db, attemptId);
  if (!attempt) return { retryAt: null };
  const { payer } = readPurchase(attempt);
  const found = await findOutcome(dependencies, { attempt, payer });
  const result = found.step === 'send' ? await sendIfWanted(dependencies, attempt) : found;
  if (result.step === 'wait') return { retryAt: result.until };
  if (result.step === 'done') return { retryAt: null };
  const { outcome, sends } = result;
  const settled = await settlePayment(dependencies, { attemptId, outcome, sends });
  return { retryAt: settled ? null : after(dependencies.clock.now(), resendAfterMs) };
}

/** Repeats the check made before the first send; what is no longer wanted is withdrawn. */
async function sendIfWanted(dependencies: PaymentDependencies, attempt: PaymentAttempt): Promise<Reconciliation> {
  return (await isStillWanted(dependencies, attempt))
    ? sendAgain(dependencies, { attempt, payer: readPurchase(attempt).payer })
    : { step: 'settled', outcome: withdrawn, sends: attempt.sends };
}
