import type { PaymentType } from '#contract/sign-up/payment-types.ts';
import type { RequiresAuthentication } from '../../checkout/authentication-rule.ts';
import type { DeclineProblem } from '../../checkout/decline-texts.ts';
import { refusedOffer } from '../../checkout/offered-methods.ts';
import type { Db } from '../../db/pool.ts';
import type { Language } from '../../db/schema.ts';
import type { PaymentSource } from '../../gateways/payment/port.ts';
import { defaultMethod } from '../../payments/payment-method-repository.ts';
import { type Refusal, refuse, refuseFields } from '../../refusal.ts';

type SubmittedMethod = { nonce: string | null; paymentType: PaymentType | null };
type PaymentSourceParams = {
  userId: string;
  payment: SubmittedMethod;
  country: string;
  language: Language;
  cents: number;
};

/** A newly submitted method, which is stored for renewals; without a type the stored one is meant. */
export function isNewMethod({ nonce, paymentType }: SubmittedMethod): boolean {
  return nonce !== null && paymentType !== null;
}

/**
 * The submitted method, else the stored one with the nonce of its authentication; null if nothing is due. The holder is
 * present, so without that nonce a stored card is charged only where no authentication is required.
 */
export async function resolvePaymentSource(
  { db, requiresAuthentication }: { db: Db; requiresAuthentication: RequiresAuthentication },
  { userId, payment, country, language, cents }: PaymentSourceParams,
): Promise<PaymentSource | Refusal<'VALIDATION' | DeclineProblem> | null> {
  if (cents === 0) return null;
  const { nonce, paymentType } = payment;
  if (nonce !== null && paymentType !== null) return refusedOffer({ paymentType, country, language }) ?? { nonce };
  const method = await defaultMethod(db, userId);
  if (!method) return refuseFields({ field: 'payment.nonce', code: 'payment_method_needed' });
  const { token: paymentMethodToken, type } = method;
  if (nonce !== null) return { nonce, paymentMethodToken };
  const needsAuthentication = type === 'CREDIT_CARD' && requiresAuthentication(country);
  return needsAuthentication ? refuse('AUTHENTICATION_REQUIRED') : { paymentMethodToken };
}
