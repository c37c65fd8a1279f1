import type { Paid } from '#contract/api/payments.ts';
import { type PaymentResult, paymentResultOf, type ResultDependencies } from '../checkout/paid-answer.ts';
import type { FamilyDraft, Language } from '../db/schema.ts';
import type { PaymentAttempt } from '../payments/payment-attempt.ts';
import { attemptOfSubmission } from '../payments/payment-attempt-repository.ts';
import type { Refusal } from '../refusal.ts';
import { openRegistration, type RegistrationAccess } from './open-registration.ts';
import { typedFamily } from './registration-repository.ts';

export type { ResultDependencies } from '../checkout/paid-answer.ts';

/** The outcome of a registration's payment submission, or of its latest payment; can be read any number of times. */
export async function readRegistrationPayment(
  dependencies: ResultDependencies,
  { access, key, language }: { access: RegistrationAccess; key: string | null; language: Language },
): Promise<PaymentResult | Refusal<'REGISTRATION_EXPIRED'>> {
  const registration = await openRegistration(dependencies, access);
  if ('refused' in registration) return registration;
  const attempt = await attemptOfSubmission(dependencies.db, { purpose: 'SIGN_UP', subjectId: registration.id, key });
  return attempt ? paymentResult(dependencies, { attempt, language }) : { outcome: 'NONE' };
}

/**
 * An attempt as the contract shows it. The co-parent's data is as Parent A entered it, whatever the co-parent has
 * changed since.
 */
export async function paymentResult(
  dependencies: ResultDependencies,
  params: { attempt: PaymentAttempt; language: Language },
): Promise<PaymentResult> {
  const family = await typedFamily(dependencies.db, { id: params.attempt.subjectId });
  return paymentResultOf(dependencies, { ...params, coParent: family && contactOf(family), byKey: true });
}

function contactOf({
  coParent: { email, phoneCountryCode, phoneNumber },
}: FamilyDraft): Paid['registration']['coParent'] {
  return { email, phoneNumberWithCountryCode: phoneNumber === '' ? '' : `${phoneCountryCode}${phoneNumber}` };
}
