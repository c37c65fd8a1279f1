import type { Paid } from '#contract/api/payments.ts';
import { familyMembers, type User } from '../accounts/user-repository.ts';
import { type PaymentResult, paymentResultOf, type ResultDependencies } from '../checkout/paid-answer.ts';
import type { Language } from '../db/schema.ts';
import type { PaymentAttempt } from '../payments/payment-attempt.ts';
import { attemptOfPress } from '../payments/payment-attempt-repository.ts';
import type { Refusal } from '../refusal.ts';
import { openRegistration, type RegistrationAccess } from './open-registration.ts';

export type { ResultDependencies } from '../checkout/paid-answer.ts';

/** What became of a press on Pay for a registration, or of its latest payment, as often as somebody asks. */
export async function readRegistrationPayment(
  dependencies: ResultDependencies,
  { access, key, language }: { access: RegistrationAccess; key: string | null; language: Language },
): Promise<PaymentResult | Refusal> {
  const registration = await openRegistration(dependencies, access);
  if ('refused' in registration) return registration;
  const attempt = await attemptOfPress(dependencies.db, { purpose: 'SIGN_UP', subjectId: registration.id, key });
  return attempt ? paymentResult(dependencies, { attempt, language }) : { outcome: 'NONE' };
}

/** An attempt as the contract shows it. Parent A typed the co-parent's address and phone, and may read them again. */
export function paymentResult(
  dependencies: ResultDependencies,
  { attempt, language }: { attempt: PaymentAttempt; language: Language },
): Promise<PaymentResult> {
  return paymentResultOf(dependencies, { attempt, language, coParentOf: (parent) => coParentContact(dependencies, parent) });
}

async function coParentContact({ db }: ResultDependencies, parent: User): Promise<Paid['registration']['coParent']> {
  const members = parent.familyId ? await familyMembers(db, parent.familyId) : [];
  const coParent = members.find(({ id }) => id !== parent.id);
  if (!coParent) return null;
  const { email, phoneCountryCode, phoneNumber } = coParent;
  return { email, phoneNumberWithCountryCode: phoneNumber === '' ? '' : `${phoneCountryCode}${phoneNumber}` };
}
