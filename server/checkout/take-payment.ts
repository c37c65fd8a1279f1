import type { ProblemCode } from '#contract/error-codes.ts';
import { after } from '../clock.ts';
import type { Trx } from '../db/pool.ts';
import type { PaymentGateway } from '../gateways/payment/port.ts';
import type { PaymentAttempt } from '../payments/payment-attempt.ts';
import { readAttempt } from '../payments/payment-attempt-repository.ts';
import { reconcilePayment, resendAfterMs } from '../payments/reconcile-payment.ts';
import { sendPayment, storedOutcome } from '../payments/send-payment.ts';
import type { Refusal } from '../refusal.ts';
import type { RequiresAuthentication } from './authentication-rule.ts';
import type { DeclineProblem } from './decline-texts.ts';
import { type IsSwitchedOff, refusedSwitch, takesCardsOnly } from './offered-methods.ts';
import { beginPayment, type BeginProblem, type Payment, type PaymentRequest } from './begin-payment.ts';
import { readPurchase } from './purchase.ts';
import { isStillWanted, markAttemptUnknown, type SettleDependencies, settlePayment } from './settle-payment.ts';

export type PaymentDependencies = SettleDependencies & {
  gateway: PaymentGateway;
  requiresAuthentication: RequiresAuthentication;
  isSwitchedOff: IsSwitchedOff;
};

/**
 * Takes money once: if this process dies, the attempt's row and the queued reconciler finish the work. Returns the
 * attempt, settled or still unsettled.
 */
export async function takePayment<Code extends ProblemCode>(
  dependencies: PaymentDependencies,
  payment: Payment<Code>,
): Promise<PaymentAttempt | Refusal<Code | BeginProblem | DeclineProblem>> {
  const request = withRules(dependencies, payment.request);
  const { body, purchase } = request;
  const refused = await refusedSwitch(dependencies.isSwitchedOff, { body, language: purchase.language });
  // A repeated submission receives the outcome of the earlier one.
  const started = async (trx: Trx, attemptId: string) => refused ?? (await payment.started?.(trx, attemptId)) ?? null;
  const startedPayment = await beginPayment<Code | DeclineProblem>(dependencies, { ...payment, request, started });
  if ('refused' in startedPayment) return startedPayment;
  const { attempt } = startedPayment;
  if (startedPayment.kind === 'existing') return attempt;
  const outcome = storedOutcome(await sendPayment(dependencies, { attempt, payer: request.purchase.payer }));
  if (outcome) await settlePayment(dependencies, { attemptId: attempt.id, outcome });
  else await markAttemptUnknown(dependencies, attempt.id);
  return (await readAttempt(dependencies.db, attempt.id)) ?? attempt;
}

/**
 * The current rules are stored with the attempt, so that a retry is identical. A vaulted token is charged under the
 * agreement it was stored with.
 */
function withRules(
  { requiresAuthentication }: Pick<PaymentDependencies, 'requiresAuthentication'>,
  request: PaymentRequest,
): PaymentRequest {
  const { source, purchase } = request;
  const { country, payer } = purchase;
  if (source === null || !('nonce' in source)) return request;
  const rules = {
    ...(requiresAuthentication(country) && { authentication: 'required' as const }),
    ...(takesCardsOnly(country) && { cardsOnly: true }),
  };
  return { ...request, purchase: { ...purchase, payer: { ...payer, ...rules } } };
}

/**
 * One round of reconciliation; returns when to repeat it, or null when the attempt is settled. Throws
 * `UnreadablePurchase` before the gateway is called.
 */
export async function reconcileAttempt(
  dependencies: PaymentDependencies,
  attemptId: string,
): Promise<{ retryAt: Date | null }> {
  const attempt = await readAttempt(dependencies.db, attemptId);
  if (!attempt) return { retryAt: null };
  const { payer } = readPurchase(attempt);
  const isWanted = () => isStillWanted(dependencies, attempt);
  const result = await reconcilePayment(dependencies, { attempt, payer, isWanted });
  if (result.step === 'wait') return { retryAt: result.until };
  if (result.step === 'done') return { retryAt: null };
  const { outcome, sends } = result;
  const settled = await settlePayment(dependencies, { attemptId, outcome, sends });
  return { retryAt: settled ? null : after(dependencies.clock.now(), resendAfterMs) };
}
