import { isDeepStrictEqual } from 'node:util';
import type { Buyer } from '../catalog/offered-list.ts';
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
import { type QuoteDependencies, quoteOrder } from '../checkout/quote-order.ts';
import { type PaymentDependencies, sendAndSettle } from '../checkout/take-payment.ts';
import type { Clock } from '../clock.ts';
import type { Trx } from '../db/pool.ts';
import { refusableTransaction } from '../db/refusable-transaction.ts';
import { attributeAttempt } from '../experiments/attribute-attempt.ts';
import { isDuplicate, lockEmail } from '../identity/duplicate-check.ts';
import { emailProofOf } from '../identity/proven-email.ts';
import type { PaymentAttempt } from '../payments/payment-attempt.ts';
import { unlessRepeated } from '../payments/payment-attempt-repository.ts';
import { type CodeUser, codeUserOf } from '../pricing/code-user.ts';
import type { LinkOffer } from '../pricing/referrer.ts';
import { type Refusal, refuse, refuseFields } from '../refusal.ts';
import type { TokenMaker } from '../secret.ts';
import { isCoParentKnown } from './co-parent-duplicate.ts';
import { lockOpened, openRegistration, type RegistrationAccess } from './open-registration.ts';
import { isPaid, lastCompletedStep, type Registration } from './registration.ts';
import { changeRegistration } from './registration-repository.ts';

export type PayDependencies = PaymentDependencies & QuoteDependencies & { makeToken: TokenMaker };
/** `provenEmail`: the address that this browser has proved with a mailed code. */
export type PayRequest = PaymentSubmission & { access: RegistrationAccess; provenEmail: string | null };

/** Pays for a sign-up, once. */
export async function payRegistration(
  dependencies: PayDependencies,
  { access, provenEmail, ...submission }: PayRequest,
): Promise<
  | PaymentAttempt
  | Refusal<
      | 'STEP_MISSING'
      | 'ALREADY_PAID'
      | 'CONFLICT'
      | 'PACKAGE_NOT_OFFERED'
      | 'REGISTRATION_EXPIRED'
      | FirstPaymentProblem
    >
> {
  const registration = await openRegistration(dependencies, access);
  if ('refused' in registration) return registration;
  const submitted = { purpose: 'SIGN_UP', subjectId: registration.id, ...submission } as const;
  return unlessRepeated(dependencies.db, submitted, () =>
    payOpened(dependencies, { access, provenEmail, registration, submission }),
  );
}

type OpenedPayment = Pick<PayRequest, 'access' | 'provenEmail'> & {
  registration: Registration;
  submission: PaymentSubmission;
};

async function payOpened(dependencies: PayDependencies, opened: OpenedPayment) {
  const { registration, submission } = opened;
  const { id, parent, address, state } = registration;
  if (state === 'DETAILS' || !address)
    return refuse('STEP_MISSING', { extra: { lastCompletedStep: lastCompletedStep(registration) } });
  const payment: FirstPayment = {
    kind: 'SIGN_UP',
    subjectId: id,
    submission,
    address,
    payer: { ...parent, id, gatewayCustomerId: null },
    form: 'payment-review',
    coParent: coParentOf(registration),
  };
  const unsold = refusedBuyer(dependencies, payment);
  if (unsold) return unsold;
  const quoted = await quoteForRegistration(dependencies, opened);
  if ('refused' in quoted) return quoted;
  const request = await firstRequest(dependencies, payment, quoted);
  if ('refused' in request) return request;
  const begun = await begin(dependencies, { ...opened, payment, request });
  if (!('refused' in begun)) return sendAndSettle(dependencies, begun);
  if (begun.refused !== 'QUOTE_CHANGED') return begun;
  const now = await quoteForRegistration(dependencies, opened);
  return 'refused' in now ? now : quoteChanged(now, payment);
}

type Beginning = OpenedPayment & { payment: FirstPayment; request: PaymentRequest };

function begin(dependencies: PayDependencies, { access, registration, payment, request, ...opened }: Beginning) {
  const { db, clock } = dependencies;
  return refusableTransaction(db, async (trx) => {
    const current = await lockForPayment(trx, { access, registration, clock });
    const earlier = await earlierAttempt(trx, request);
    if (earlier) return earlier;
    if ('refused' in current) return current;
    const codeUser = userOfCodes(dependencies, registration);
    const claimed = await claimPayment(trx, { request, email: claimOf(payment), codeUser }, clock);
    if ('refused' in claimed) return claimed;
    const at = clock.now();
    const refused = await markPaying(trx, { current, ...opened, at });
    if (refused) return refused;
    const { anonymousId } = opened.submission;
    await attributeAttempt(trx, { attemptId: claimed.attempt.id, anonymousId, at });
    return claimed;
  });
}

type Marking = Pick<OpenedPayment, 'provenEmail' | 'submission'> & { current: Registration; at: Date };

/** Until the outcome is known the registration cannot be changed. */
async function markPaying(
  trx: Trx,
  { current: locked, provenEmail, submission, at }: Marking,
): Promise<Refusal<'VALIDATION'> | null> {
  const { email } = locked.parent;
  const coParentDuplicateConfirmed = locked.coParentDuplicateConfirmed || submission.body.coParentDuplicateConfirmed;
  const emailProvenAt = emailProofOf({
    email,
    stored: { email, emailProvenAt: locked.emailProvenAt },
    provenEmail,
    at,
  });
  const current = { ...locked, coParentDuplicateConfirmed, emailProvenAt };
  const refused = await refusedDuplicate(trx, { registration: current, submission, at });
  const change = { state: 'PAYING', coParentDuplicateConfirmed, emailProvenAt } as const;
  if (!refused && current.state === 'FAMILY') await changeRegistration(trx, { current, change, at });
  return refused;
}

/**
 * Locked, or why it cannot be paid: it has expired, has moved to another browser since its key was checked, is already
 * paid, or no longer what was priced.
 */
async function lockForPayment(
  trx: Trx,
  { registration, ...opening }: { access: RegistrationAccess; registration: Registration; clock: Clock },
): Promise<Registration | Refusal<'ALREADY_PAID' | 'CONFLICT' | 'REGISTRATION_EXPIRED'>> {
  const current = await lockOpened(trx, opening);
  if ('refused' in current) return current;
  if (isPaid(current)) return refuse('ALREADY_PAID');
  return isDeepStrictEqual(pricedBy(current), pricedBy(registration)) ? current : refuse('CONFLICT');
}

/** The inputs of price list, tax and discount. */
function pricedBy({ parent, address, referrerKey, discountPercentage }: Registration) {
  return { parent, address, referrerKey, discountPercentage };
}

type Known = { registration: Registration; submission: PaymentSubmission; at: Date };

/**
 * The parent may have got an account since step 1, by a sign-up on another device or by an invite; and so may the
 * co-parent since step 2. Checked once the e-mail is claimed and locked, so that of two who pay for it concurrently the
 * second sees the first. A parent's taken e-mail cannot be confirmed, the same name and phone can.
 */
async function refusedDuplicate(
  trx: Trx,
  { registration, submission: { body }, at }: Known,
): Promise<Refusal<'VALIDATION'> | null> {
  const { parent, emailProvenAt } = registration;
  const confirmed = registration.parentDuplicateConfirmed || body.parentDuplicateConfirmed;
  await lockEmail(trx, parent.email);
  const person = { ...parent, ...(confirmed ? { phoneNumber: '' } : {}) };
  const known = await isDuplicate(trx, { ...person, isProven: emailProvenAt !== null, at });
  if (known) return refuseFields({ field: 'parent.duplicate', code: 'parent_duplicate' });
  return body.payForCoparent && (await isCoParentKnown(trx, { registration, at }))
    ? refuseFields({ field: 'coParent.duplicate', code: 'co_parent_duplicate' })
    : null;
}

function quoteForRegistration(
  dependencies: PayDependencies,
  { registration, submission }: Pick<OpenedPayment, 'registration' | 'submission'>,
) {
  const { body, experimentsIn } = submission;
  return quoteOrder(dependencies, {
    order: body.order,
    payForCoParent: body.payForCoparent,
    typedCodes: body.promoCodes ?? [],
    address: registration.address,
    timeZone: registration.parent.timeZone ?? 'UTC',
    offer: offerOf(registration),
    buyer: buyerOf(registration),
    experimentsIn,
    codeUser: userOfCodes(dependencies, registration),
  });
}

/** The person who uses codes for a sign-up. */
export const userOfCodes = ({ makeToken }: { makeToken: TokenMaker }, { id, parent }: Registration): CodeUser =>
  codeUserOf(makeToken, { subjectId: id, ...parent });

/** First name of the other parent, if known. */
export function coParentOf({ family }: Pick<Registration, 'family'>): string | null {
  return family?.coParent.firstName || null;
}

/** Nobody has invited a registering parent: country and phone decide. */
export function buyerOf({ parent: { phoneCountryCode, phoneNumber } }: Pick<Registration, 'parent'>): Buyer {
  return { phoneCountryCode, phoneNumber };
}

/** The offer of a registration's link; its referrer decides the value with each price. */
export function offerOf({
  discountPercentage,
  referrerKey,
}: Pick<Registration, 'discountPercentage' | 'referrerKey'>): LinkOffer {
  return { referrerKey, percentage: discountPercentage };
}
