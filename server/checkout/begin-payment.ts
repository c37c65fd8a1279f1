import type { ProblemCode } from '#contract/error-codes.ts';
import { after, type Clock } from '../clock.ts';
import type { Trx } from '../db/pool.ts';
import { sendTogether } from '../db/send-together.ts';
import type { PaymentSource } from '../gateways/payment/port.ts';
import { isUnsettled, type PaymentAttempt } from '../payments/payment-attempt.ts';
import {
  hashRequest,
  insertAttempt,
  latestAttempt,
  repeatedSubmission,
} from '../payments/payment-attempt-repository.ts';
import { resendAfterMs } from '../payments/reconcile-payment.ts';
import { reserveActivationCodes } from '../pricing/activation-code-repository.ts';
import { type CodeUser, insertCodeUser } from '../pricing/code-user.ts';
import { reserveCoupon } from '../pricing/coupon-repository.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { RequiresAuthentication } from './authentication-rule.ts';
import type { DeclineProblem } from './decline-texts.ts';
import { enqueueReconciliation } from './enqueue-reconciliation.ts';
import { type IsSwitchedOff, refusedSwitch, takesCardsOnly } from './offered-methods.ts';
import { isAttemptFor, type Purchase, purposeOf, readPurchase } from './purchase.ts';

export type PaymentRequest = {
  subjectId: string;
  idempotencyKey: string;
  /** Included in the request's fingerprint, together with the key. */
  body: unknown;
  purchase: Purchase;
  source: PaymentSource | null;
  /** Why its wallet is refused, if switched off. A repeated submission receives the earlier outcome nevertheless. */
  switchedOff: Refusal<DeclineProblem> | null;
};

export type PaymentRules = { requiresAuthentication: RequiresAuthentication; isSwitchedOff: IsSwitchedOff };

/**
 * A request with the current rules, which are stored with its attempt, so that a retry is identical. A vaulted token is
 * charged under the agreement it was stored with.
 */
export async function withRules(
  { requiresAuthentication, isSwitchedOff }: PaymentRules,
  request: Omit<PaymentRequest, 'switchedOff'>,
): Promise<PaymentRequest> {
  const { body, source, purchase } = request;
  const { country, language, payer } = purchase;
  const switchedOff = await refusedSwitch(isSwitchedOff, { body, language });
  if (source === null || !('nonce' in source)) return { ...request, switchedOff };
  const rules = {
    ...(requiresAuthentication(country) && { authentication: 'required' as const }),
    ...(takesCardsOnly(country) && { cardsOnly: true }),
  };
  return { ...request, switchedOff, purchase: { ...purchase, payer: { ...payer, ...rules } } };
}

/** Refusals that are possible for any kind of purchase. */
export type BeginProblem = 'IDEMPOTENCY_MISMATCH' | 'QUOTE_CHANGED';

/** `claimed`: send it to the gateway. `earlier`: an attempt already exists; return its outcome. */
export type BegunPayment = { kind: 'claimed' | 'earlier'; attempt: PaymentAttempt };

/**
 * The attempt that answers a request instead of a new one: its own, whatever has changed since, or the unsettled one by
 * which the same person is buying the same. Asked under the subject's lock, and before any refusal.
 */
export async function earlierAttempt(
  trx: Trx,
  request: PaymentRequest,
): Promise<BegunPayment | Refusal<'IDEMPOTENCY_MISMATCH'> | null> {
  const submission = { ...request, purpose: purposeOf[request.purchase.kind] };
  const [same, latest] = await sendTogether([repeatedSubmission(trx, submission), latestAttempt(trx, submission)]);
  if (same) return 'refused' in same ? same : { kind: 'earlier', attempt: same };
  return latest && isUnsettled(latest.state) && isAttemptFor(request.purchase, latest)
    ? { kind: 'earlier', attempt: latest }
    : null;
}

/** `Code`: the refusal of a second payment for the e-mail. */
type Claim<Code extends ProblemCode> = {
  request: PaymentRequest;
  /** Normalised e-mail for which only one sign-up or invite payment may be in progress. */
  email?: { claimed: string; refusal: Refusal<Code> };
  /** Who redeems codes, if that limits them. */
  codeUser?: CodeUser | null;
};

/**
 * Stores the attempt, takes the coupon and the codes, and queues the reconciler. In the transaction of a flow, under a
 * lock of what is bought (only one attempt may be unsettled), which is rolled back if this refuses.
 */
export async function claimPayment<Code extends ProblemCode = never>(
  trx: Trx,
  { request, email, codeUser: user = null }: Claim<Code>,
  clock: Clock,
): Promise<BegunPayment | Refusal<Code | DeclineProblem | 'QUOTE_CHANGED'>> {
  const at = clock.now();
  const { body, purchase, switchedOff, ...submission } = request;
  const { priced } = purchase.quote;
  const attempt = await insertAttempt(trx, {
    ...submission,
    ...(email && { claimedEmail: email.claimed }),
    purpose: purposeOf[purchase.kind],
    requestHash: hashRequest(body),
    amountCents: priced.total,
    purchase,
    at,
  });
  if (!attempt && email) return email.refusal;
  if (!attempt) throw new Error('An attempt without a claim conflicts with another one');
  // A purchase that cannot be read back could not be completed, and must not be charged.
  readPurchase(attempt);
  const { id: attemptId } = attempt;
  if (user && (priced.coupon || priced.codes.length > 0)) await insertCodeUser(trx, { attemptId, user, at });
  if (priced.coupon && !(await reserveCoupon(trx, { coupon: priced.coupon, attemptId, user, at })))
    return refuse('QUOTE_CHANGED');
  if (!(await reserveActivationCodes(trx, { codes: priced.codes, attemptId, user }))) return refuse('QUOTE_CHANGED');
  if (switchedOff) return switchedOff;
  await enqueueReconciliation(trx, { attemptId, runAt: after(at, resendAfterMs) });
  return { kind: 'claimed', attempt };
}
