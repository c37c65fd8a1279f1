import { isDeepStrictEqual } from 'node:util';
import { claimPayment, earlierAttempt, type PaymentRequest } from '../checkout/begin-payment.ts';
import {
  claimOf,
  type FirstPayment,
  type FirstPaymentProblem,
  firstRequest,
  type PaymentSubmission,
  quoteChanged,
  refusedBuyer,
} from '../checkout/first-payment.ts';
import { refusedSecondPlan } from '../checkout/one-plan-each.ts';
import { type PaymentResult, paymentResultOf, type ResultDependencies } from '../checkout/paid-answer.ts';
import { type PaymentDependencies, sendAndSettle } from '../checkout/take-payment.ts';
import type { Clock } from '../clock.ts';
import type { Trx } from '../db/pool.ts';
import { refusableTransaction } from '../db/refusable-transaction.ts';
import type { Language } from '../db/schema.ts';
import { attributeAttempt } from '../experiments/attribute-attempt.ts';
import { hasOtherAccount, lockEmail } from '../identity/duplicate-check.ts';
import { addressOf, lockUser, type User } from '../identity/user-repository.ts';
import type { PaymentAttempt } from '../payments/payment-attempt.ts';
import { attemptOfSubmission, unlessRepeated } from '../payments/payment-attempt-repository.ts';
import { codeUserOf } from '../pricing/code-user.ts';
import { type Refusal, refuse, refuseFields } from '../refusal.ts';
import { hasCurrentSubscription } from '../subscriptions/subscription-repository.ts';
import {
  type InviteAccess,
  type OpenInvite,
  type OpenInviteProblem,
  openInvite,
  withOpenInvite,
} from './open-invite.ts';
import { type InviteQuoteDependencies, quoteForInvited } from './price-invite.ts';

export type PayInviteDependencies = PaymentDependencies & InviteQuoteDependencies & ResultDependencies;
export type PayInviteRequest = PaymentSubmission & { access: InviteAccess };

/** Pays for the invited parent only. */
export async function payInvite(
  dependencies: PayInviteDependencies,
  { access, ...submission }: PayInviteRequest,
): Promise<
  | PaymentAttempt
  | Refusal<
      | 'STEP_MISSING'
      | 'ALREADY_PAID'
      | 'CONFLICT'
      | 'NOT_FOUND'
      | 'PACKAGE_NOT_OFFERED'
      | 'PAYMENT_IN_PROGRESS'
      | FirstPaymentProblem
      | OpenInviteProblem
    >
> {
  const open = await openInvite(dependencies, access);
  if ('refused' in open) return open;
  if (submission.body.payForCoparent) return refuse('FORBIDDEN');
  const submitted = { purpose: 'INVITE', subjectId: open.user.id, ...submission } as const;
  return unlessRepeated(dependencies.db, submitted, () => payOpened(dependencies, { access, submission, ...open }));
}

type OpenedPayment = OpenInvite & { access: InviteAccess; submission: PaymentSubmission };

async function payOpened(dependencies: PayInviteDependencies, { access, submission, user, invite }: OpenedPayment) {
  const { body, experimentsIn } = submission;
  const address = addressOf(user);
  const { lastCompletedStep } = invite;
  if (lastCompletedStep < 1 || !address) return refuse('STEP_MISSING', { extra: { lastCompletedStep } });
  const payment: FirstPayment = {
    kind: 'INVITE',
    subjectId: user.id,
    submission,
    address,
    payer: user,
    form: 'invite-payment-review',
    coParent: null,
  };
  const unsold = refusedBuyer(dependencies, payment);
  if (unsold) return unsold;
  const selection = { user, order: body.order, typedCodes: body.promoCodes ?? [], address, experimentsIn };
  const quoted = await quoteForInvited(dependencies, selection);
  if ('refused' in quoted) return quoted;
  const request = await firstRequest(dependencies, payment, quoted);
  if ('refused' in request) return request;
  const begun = await begin(dependencies, { access, user, payment, request });
  if (!('refused' in begun)) return sendAndSettle(dependencies, begun);
  if (begun.refused !== 'QUOTE_CHANGED') return begun;
  const now = await quoteForInvited(dependencies, selection);
  return 'refused' in now ? now : quoteChanged(now, payment);
}

type Beginning = { access: InviteAccess; user: User; payment: FirstPayment; request: PaymentRequest };

function begin({ db, clock, makeToken }: PayInviteDependencies, { access, user, payment, request }: Beginning) {
  return refusableTransaction(db, async (trx) => {
    const closed = await lockForPayment(trx, { access, priced: user, clock });
    const earlier = await earlierAttempt(trx, request);
    if (earlier) return earlier;
    if (closed) return closed;
    const codeUser = codeUserOf(makeToken, { subjectId: user.id, ...user });
    const claimed = await claimPayment(trx, { request, email: claimOf(payment), codeUser }, clock);
    if ('refused' in claimed) return claimed;
    const refused = await refusedDuplicate(trx, user);
    if (refused) return refused;
    const { anonymousId } = payment.submission;
    await attributeAttempt(trx, { attemptId: claimed.attempt.id, anonymousId, at: clock.now() });
    return claimed;
  });
}

type NotNow = 'ALREADY_PAID' | 'CONFLICT' | 'NOT_FOUND' | 'PAYMENT_IN_PROGRESS' | 'STEP_MISSING' | OpenInviteProblem;

/** Serialises two browsers by the person's row, and rechecks what may have changed before it was locked. */
async function lockForPayment(
  trx: Trx,
  { access, priced, clock }: { access: InviteAccess; priced: User; clock: Clock },
): Promise<Refusal<NotNow> | null> {
  await lockUser(trx, access.userId);
  const open = await openInvite({ db: trx, clock }, access);
  if ('refused' in open) return open;
  // Somebody has begun anew in another browser: they would get what this one pays for.
  if (open.isOther) return refuse('STEP_MISSING', { extra: { lastCompletedStep: open.invite.lastCompletedStep } });
  const refused = await refusedSecondPlan(trx, [access.userId]);
  if (refused) return refused;
  return isDeepStrictEqual(pricedBy(open.user), pricedBy(priced)) ? null : refuse('CONFLICT');
}

/** The inputs of price list, tax and payer. */
function pricedBy({ firstName, lastName, email, phoneCountryCode, phoneNumber, timeZone, ...user }: User) {
  return { firstName, lastName, email, phoneCountryCode, phoneNumber, timeZone, address: addressOf(user) };
}

/** Checked once the e-mail is claimed: a sign-up with it may just have become another account. */
async function refusedDuplicate(trx: Trx, user: Pick<User, 'id' | 'email'>): Promise<Refusal<'VALIDATION'> | null> {
  await lockEmail(trx, user.email);
  return (await hasOtherAccount(trx, user))
    ? refuseFields({ field: 'parent.duplicate', code: 'parent_duplicate' })
    : null;
}

/** The outcome of an invited parent's payment submission, or of the latest payment; can be read any number of times. */
export function readInvitePayment(
  dependencies: ResultDependencies,
  { access, key, language }: { access: InviteAccess; key: string | null; language: Language },
): Promise<PaymentResult | Refusal<OpenInviteProblem>> {
  return withOpenInvite(dependencies, access, async (transacting, { user, isOther }): Promise<PaymentResult> => {
    if (isOther) return { outcome: 'NONE' };
    const attempt = await attemptOfSubmission(transacting.db, { purpose: 'INVITE', subjectId: user.id, key });
    // What paid for an ended plan counts for its own submission only: the person may pay again.
    const isOver = attempt?.state === 'APPROVED' && attempt.idempotencyKey !== key;
    if (isOver && !(await hasCurrentSubscription(transacting.db, user.id))) return { outcome: 'NONE' };
    return attempt ? paymentResultOf(transacting, { attempt, language, coParent: null }) : { outcome: 'NONE' };
  });
}

/** The same for the submission just made. Contains nothing about the co-parent: no address, no phone. */
export function invitePaymentResult(
  dependencies: ResultDependencies,
  { attempt, access, language }: { attempt: PaymentAttempt; access: InviteAccess; language: Language },
): Promise<PaymentResult> {
  return dependencies.db.transaction().execute(async (trx) => {
    const transacting = { ...dependencies, db: trx };
    await lockUser(trx, access.userId);
    const linkEnded = 'refused' in (await openInvite(transacting, access));
    return paymentResultOf(transacting, { attempt, language, coParent: null, linkEnded });
  });
}
