import type { ProblemCode } from '#contract/error-codes.ts';
import { after, type Clock } from '../clock.ts';
import type { Db, Trx } from '../db/pool.ts';
import { refusableTransaction, RolledBack } from '../db/refusable-transaction.ts';
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
import { type CodeUser, insertCodeUser } from '../pricing/code-user.ts';
import { reserveActivationCodes } from '../pricing/activation-code-repository.ts';
import { reserveCoupon } from '../pricing/coupon-repository.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { enqueueReconciliation } from './enqueue-reconciliation.ts';
import { isAttemptFor, type Purchase, purposeOf, readPurchase } from './purchase.ts';

export type PaymentRequest = {
  subjectId: string;
  idempotencyKey: string;
  /** Included in the request's fingerprint, together with the key. */
  body: unknown;
  purchase: Purchase;
  source: PaymentSource | null;
};

/** `Code`: problem codes that only this kind of purchase can be refused with. */
export type Payment<Code extends ProblemCode = ProblemCode> = {
  request: PaymentRequest;
  /** Normalised e-mail for which only one sign-up or invite payment may be in progress. */
  claim?: { email: string; refusal: Refusal<Code> };
  /** Who redeems codes, if that limits them. */
  codeUser?: CodeUser | null;
  /**
   * Locks the subject and checks that it may be paid for, which serialises two tabs. Refuses while somebody else is
   * paying for the subject or a different purchase for it is in progress: only one attempt may be unsettled.
   */
  lock: (trx: Trx) => Promise<Refusal<Code> | null>;
  /** Runs only when a new attempt is stored; a refusal undoes the attempt. */
  started?: (trx: Trx, attemptId: string) => Promise<Refusal<Code> | null>;
};

/** Refusals that are possible for any kind of purchase. */
export type BeginProblem = 'IDEMPOTENCY_MISMATCH' | 'QUOTE_CHANGED';

/** `started`: send it to the gateway. `existing`: an attempt already exists; return its outcome. */
export type StartedPayment = { kind: 'started' | 'existing'; attempt: PaymentAttempt };

/** Commits the attempt, reserves the coupon and the codes, and queues the reconciler, all in one transaction. */
export async function beginPayment<Code extends ProblemCode>(
  { db, clock }: { db: Db; clock: Clock },
  payment: Payment<Code>,
): Promise<StartedPayment | Refusal<Code | BeginProblem>> {
  return refusableTransaction<StartedPayment | Refusal<Code | BeginProblem>>(
    db,
    async (trx) => (await existing(trx, payment)) ?? startPayment(trx, payment, clock),
  );
}

async function existing<Code extends ProblemCode>(
  trx: Trx,
  { request, lock }: Payment<Code>,
): Promise<StartedPayment | Refusal<Code | BeginProblem> | null> {
  const refusal = await lock(trx);
  const purpose = purposeOf[request.purchase.kind];
  const [same, latest] = await sendTogether([
    repeatedSubmission(trx, { ...request, purpose }),
    latestAttempt(trx, { ...request, purpose }),
  ]);
  if (same) return 'refused' in same ? same : { kind: 'existing', attempt: same };
  if (latest && isUnsettled(latest.state) && isAttemptFor(request.purchase, latest))
    return { kind: 'existing', attempt: latest };
  return refusal;
}

/** Creates an attempt in the caller's transaction. A refusal is thrown, so that the caller's transaction rolls back. */
export async function startPayment(
  trx: Trx,
  { request: { body, purchase, ...request }, claim, codeUser: user = null, started }: Omit<Payment, 'lock'>,
  clock: Clock,
): Promise<StartedPayment> {
  const at = clock.now();
  const { priced } = purchase.quote;
  const attempt = await insertAttempt(trx, {
    ...request,
    ...(claim ? { claimedEmail: claim.email } : {}),
    purpose: purposeOf[purchase.kind],
    requestHash: hashRequest(body),
    amountCents: priced.total,
    purchase,
    at,
  });
  if (!attempt)
    throw claim ? new RolledBack(claim.refusal) : new Error('An attempt without a claim conflicts with another one');
  // A purchase that cannot be read back could not be completed, and must not be charged.
  readPurchase(attempt);
  if (user && (priced.coupon || priced.codes.length > 0))
    await insertCodeUser(trx, { attemptId: attempt.id, user, at });
  if (priced.coupon) {
    if (!(await reserveCoupon(trx, { coupon: priced.coupon, attemptId: attempt.id, user, at })))
      throw new RolledBack(refuse('QUOTE_CHANGED'));
  }
  if (!(await reserveActivationCodes(trx, { codes: priced.codes, attemptId: attempt.id, user })))
    throw new RolledBack(refuse('QUOTE_CHANGED'));
  const refused = await started?.(trx, attempt.id);
  if (refused) throw new RolledBack(refused);
  await enqueueReconciliation(trx, { attemptId: attempt.id, runAt: after(at, resendAfterMs) });
  return { kind: 'started', attempt };
}
