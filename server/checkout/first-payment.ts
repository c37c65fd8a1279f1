import type { payRegistration } from '#contract/api/payments.ts';
import type { BodyOf } from '#contract/api/route.ts';
import { normaliseEmail } from '#contract/fields/typed-text.ts';
import type { ExperimentsIn } from '../catalog/offered-list.ts';
import type { Address, Language } from '../db/schema.ts';
import { isSoldIn } from '../documents/sellers.ts';
import { presentQuote, withoutTypedCodes } from '../pricing/quote.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { type BeginProblem, type PaymentRequest, type PaymentRules, withRules } from './begin-payment.ts';
import type { DeclineProblem } from './decline-texts.ts';
import { refusedPrice, refusedTerms } from './displayed-price.ts';
import { payerOf } from './payer.ts';
import { consentTextVersion, type PurchaseOf } from './purchase.ts';
import type { OrderQuote } from './quote-order.ts';
import type { PaymentDependencies } from './take-payment.ts';

/** The payment request of a parent who signs up or accepts an invite. */
export type PaymentSubmission = {
  idempotencyKey: string;
  body: BodyOf<typeof payRegistration>;
  language: Language;
  experimentsIn: ExperimentsIn;
  /** The browser's; null if it must not be tracked. */
  anonymousId: string | null;
};

/** Refusals that are possible for any first payment. */
export type FirstPaymentProblem =
  | BeginProblem
  | DeclineProblem
  | 'EMAIL_IN_PAYMENT'
  | 'VALIDATION'
  | 'COUNTRY_MISMATCH';
type FirstPurchase = PurchaseOf<'SIGN_UP' | 'INVITE'>;
/** A parent's first payment: whose, for what, and from which form. */
export type FirstPayment = {
  kind: FirstPurchase['kind'];
  subjectId: string;
  submission: PaymentSubmission;
  address: Address;
  payer: Parameters<typeof payerOf>[0];
  /** The form that collected the consents. */
  form: string;
  /** First name of the other parent, if their plan can be paid for too. */
  coParent: string | null;
};

/** Refuses a payment without consent, or for a country in which nothing is sold. */
export function refusedBuyer(
  { sellers }: Pick<PaymentDependencies, 'sellers'>,
  { address: { country }, submission: { body } }: Pick<FirstPayment, 'address' | 'submission'>,
): Refusal<'VALIDATION' | 'COUNTRY_MISMATCH'> | null {
  const disagreed = refusedTerms({ country, agreedToTerms: body.agreedToTerms });
  return disagreed ?? (isSoldIn(sellers, country) ? null : refuse('COUNTRY_MISMATCH'));
}

/** Charges only the displayed price, by the displayed method. `quoted`: the current price of the submission. */
export async function firstRequest(
  rules: PaymentRules,
  payment: FirstPayment,
  quoted: OrderQuote,
): Promise<PaymentRequest | Refusal<BeginProblem | DeclineProblem | 'VALIDATION'>> {
  const { subjectId, submission, address, coParent } = payment;
  const { body, idempotencyKey, language } = submission;
  const current = presentQuote(quoted.quote, { language, coParent });
  const refused = refusedPrice({ payment: body.payment, current, country: address.country, language });
  if (refused) return refused;
  const { nonce } = body.payment;
  const source = nonce === null ? null : { nonce };
  return withRules(rules, { subjectId, idempotencyKey, body, purchase: purchaseFrom(quoted, payment), source });
}

function purchaseFrom(
  { quote, choice }: OrderQuote,
  { kind, submission: { body, language }, address, payer, form }: FirstPayment,
): FirstPurchase {
  return {
    kind,
    quote: withoutTypedCodes(quote),
    order: body.order,
    payForCoParent: body.payForCoparent,
    years: choice.package.years,
    language,
    country: address.country,
    payer: payerOf(payer, { address, recurring: 'first', payment: body.payment, storeInVault: true }),
    consent: { terms: true, marketing: body.marketingOptIn, textVersion: consentTextVersion, form },
  };
}

/** Of two payments for one e-mail, whoever signs up or was invited, the second is refused. */
export const claimOf = ({ payer }: FirstPayment) => ({
  claimed: normaliseEmail(payer.email),
  refusal: refuse('EMAIL_IN_PAYMENT'),
});

/** The refusal with the current price: the coupon was used up between quote and reservation. */
export function quoteChanged({ quote }: OrderQuote, { submission, coParent }: FirstPayment): Refusal<'QUOTE_CHANGED'> {
  return refuse('QUOTE_CHANGED', { extra: { quote: presentQuote(quote, { ...submission, coParent }) } });
}
