import { isDeepStrictEqual } from 'node:util';
import type { Buyer } from '../catalog/offered-list.ts';
import { isDuplicate } from '../identity/user-repository.ts';
import { type FirstPaymentProblem, type PaymentSubmission, takeFirstPayment } from '../checkout/take-first-payment.ts';
import { type QuoteDependencies, quoteOrder } from '../checkout/quote-order.ts';
import type { PaymentDependencies } from '../checkout/take-payment.ts';
import type { Trx } from '../db/pool.ts';
import type { PaymentAttempt } from '../payments/payment-attempt.ts';
import { repeatedSubmission } from '../payments/payment-attempt-repository.ts';
import type { LinkOffer } from '../pricing/referrer.ts';
import { type Refusal, refuse, refuseFields } from '../refusal.ts';
import { openRegistration, type RegistrationAccess } from './open-registration.ts';
import { isExpired, lastCompletedStep, type Registration } from './registration.ts';
import { changeRegistration, findRegistration, lockRegistration } from './registration-repository.ts';

export type PayDependencies = PaymentDependencies & QuoteDependencies;
export type PayRequest = PaymentSubmission & { access: RegistrationAccess };

/** Pays for a sign-up, once. */
export async function payRegistration(
  dependencies: PayDependencies,
  { access, ...submission }: PayRequest,
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
  const { id, parent, address, state } = registration;
  const repeated = await repeatedSubmission(dependencies.db, { purpose: 'SIGN_UP', subjectId: id, ...submission });
  if (repeated) return repeated;
  if (state === 'DETAILS' || !address)
    return refuse('STEP_MISSING', { extra: { lastCompletedStep: lastCompletedStep(registration) } });
  const locked = { access, registration, at: dependencies.clock.now() };
  return takeFirstPayment(dependencies, {
    kind: 'SIGN_UP',
    subjectId: id,
    submission,
    address,
    payer: { ...parent, id, gatewayCustomerId: null },
    form: 'payment-review',
    coParent: coParentOf(registration),
    quote: () => quoteForRegistration(dependencies, { registration, submission }),
    lock: (trx) => lockForPayment(trx, locked),
    started: async (trx) => (await refusedDuplicate(trx, { registration, submission })) ?? markPaying(trx, locked),
  });
}

type Locked = { access: RegistrationAccess; registration: Registration; at: Date };

/** Under lock: why the registration cannot be paid, when it is over, paid already, or no longer what was priced. */
async function lockForPayment(
  trx: Trx,
  { access, registration, at }: Locked,
): Promise<Refusal<'ALREADY_PAID' | 'CONFLICT' | 'REGISTRATION_EXPIRED'> | null> {
  const current = await lockRegistration(trx, registration.id);
  if (!current || isExpired(current, at)) return refuse('REGISTRATION_EXPIRED');
  // It may have gone on in another browser since the key was looked at.
  const isStillHere = await findRegistration(trx, { id: access.signupId, key: access.registrationKey });
  if (!isStillHere) return refuse('REGISTRATION_EXPIRED');
  if (current.state === 'PAID' || current.state === 'COMPLETED') return refuse('ALREADY_PAID');
  return isDeepStrictEqual(pricedBy(current), pricedBy(registration)) ? null : refuse('CONFLICT');
}

/** What price list, tax and discount were found by. */
function pricedBy({ parent, address, referrerKey, discountPercentage }: Registration) {
  return { parent, address, referrerKey, discountPercentage };
}

/** Until the outcome is known nobody changes the registration any more. */
async function markPaying(trx: Trx, { registration, at }: Locked): Promise<null> {
  const current = await lockRegistration(trx, registration.id);
  if (current?.state === 'FAMILY') await changeRegistration(trx, { current, change: { state: 'PAYING' }, at });
  return null;
}

/**
 * The parent may have got an account since step 1: by a sign-up on another device, or by an invite. Asked once the
 * e-mail is claimed, so that of two who pay for it at once the second sees the first. An e-mail that is taken cannot be
 * confirmed away, the same name and phone can.
 */
async function refusedDuplicate(
  trx: Trx,
  {
    registration: { parent, parentDuplicateConfirmed },
    submission,
  }: { registration: Registration; submission: PaymentSubmission },
): Promise<Refusal<'VALIDATION'> | null> {
  const confirmed = parentDuplicateConfirmed || submission.body.parentDuplicateConfirmed;
  const known = await isDuplicate(trx, confirmed ? { ...parent, phoneNumber: '' } : parent);
  return known ? refuseFields({ field: 'parent.duplicate', code: 'parent_duplicate' }) : null;
}

function quoteForRegistration(
  dependencies: PayDependencies,
  { registration, submission }: { registration: Registration; submission: PaymentSubmission },
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
  });
}

/** First name of the other parent, once it is known. */
export function coParentOf({ family }: Pick<Registration, 'family'>): string | null {
  return family?.coParent.firstName || null;
}

/** Nobody has invited who registers: country and phone decide. */
export function buyerOf({ parent: { phoneCountryCode, phoneNumber } }: Pick<Registration, 'parent'>): Buyer {
  return { phoneCountryCode, phoneNumber };
}

/** What a registration's link named; what it is worth, the referrer decides when a price is made. */
export function offerOf({
  discountPercentage,
  referrerKey,
}: Pick<Registration, 'discountPercentage' | 'referrerKey'>): LinkOffer {
  return { referrerKey, percentage: discountPercentage };
}
