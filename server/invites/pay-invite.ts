import { hasOtherAccount, lockEmail } from '../identity/duplicate-check.ts';
import { addressOf, lockUser, type User } from '../identity/user-repository.ts';
import { refusedSecondPlan } from '../checkout/one-plan-each.ts';
import { codeUserOf } from '../pricing/code-user.ts';
import { type PaymentResult, paymentResultOf, type ResultDependencies } from '../checkout/paid-answer.ts';
import { type FirstPaymentProblem, type PaymentSubmission, takeFirstPayment } from '../checkout/take-first-payment.ts';
import type { PaymentDependencies } from '../checkout/take-payment.ts';
import type { Trx } from '../db/pool.ts';
import type { Language } from '../db/schema.ts';
import type { PaymentAttempt } from '../payments/payment-attempt.ts';
import { attemptOfSubmission, unlessRepeated } from '../payments/payment-attempt-repository.ts';
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

type OpenedPayment = { access: InviteAccess; submission: PaymentSubmission } & OpenInvite;

async function payOpened(dependencies: PayInviteDependencies, { access, submission, user, invite }: OpenedPayment) {
  const { body, experimentsIn } = submission;
  const address = addressOf(user);
  const { lastCompletedStep } = invite;
  if (lastCompletedStep < 1 || !address) return refuse('STEP_MISSING', { extra: { lastCompletedStep } });
  const selection = { order: body.order, typedCodes: body.promoCodes ?? [], address, experimentsIn };
  return takeFirstPayment(dependencies, {
    kind: 'INVITE',
    subjectId: user.id,
    submission,
    address,
    payer: user,
    form: 'invite-payment-review',
    coParent: null,
    codeUser: codeUserOf(dependencies.makeToken, { subjectId: user.id, ...user }),
    quote: () => quoteForInvited(dependencies, { user, ...selection }),
    lock: (trx) => lockForPayment(dependencies, { trx, access }),
    started: (trx) => refusedDuplicate(trx, user),
  });
}

/** Serialises two browsers by the person's row, and rechecks what may have changed before it was locked. */
async function lockForPayment(
  { clock }: PayInviteDependencies,
  { trx, access }: { trx: Trx; access: InviteAccess },
): Promise<Refusal<'ALREADY_PAID' | 'NOT_FOUND' | 'PAYMENT_IN_PROGRESS' | OpenInviteProblem> | null> {
  await lockUser(trx, access.userId);
  const open = await openInvite({ db: trx, clock }, access);
  if ('refused' in open) return open;
  return refusedSecondPlan(trx, [access.userId]);
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
  return withOpenInvite(dependencies, access, async (transacting, { user }): Promise<PaymentResult> => {
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
