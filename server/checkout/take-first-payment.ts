import type { ProblemCode } from '#contract/error-codes.ts';
import type { payRegistration } from '#contract/api/payments.ts';
import type { BodyOf } from '#contract/api/route.ts';
import { normaliseEmail } from '#contract/fields/typed-text.ts';
import type { ExperimentsIn } from '../catalog/offered-list.ts';
import type { Trx } from '../db/pool.ts';
import type { Address, Language } from '../db/schema.ts';
import { attributeAttempt } from '../experiments/attribute-attempt.ts';
import { isSoldIn } from '../documents/sellers.ts';
import type { PaymentAttempt } from '../payments/payment-attempt.ts';
import { presentQuote, withoutTypedCodes } from '../pricing/quote.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { BeginProblem, Payment } from './begin-payment.ts';
import type { DeclineProblem } from './decline-texts.ts';
import { refusedPrice, refusedTerms } from './displayed-price.ts';
import { payerOf } from './payer.ts';
import { consentTextVersion, type PurchaseOf } from './purchase.ts';
import type { OrderQuote } from './quote-order.ts';
import { type PaymentDependencies, takePayment } from './take-payment.ts';

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
type FirstPayment<Code extends ProblemCode> = Pick<Payment<Code>, 'lock' | 'codeUser'> & {
  started?: (trx: Trx) => Promise<Refusal<Code> | null>;
  kind: FirstPurchase['kind'];
  subjectId: string;
  submission: PaymentSubmission;
  address: Address;
  payer: Parameters<typeof payerOf>[0];
  /** The form that collected the consents. */
  form: string;
  /** First name of the other parent, if their plan can be paid for too. */
  coParent: string | null;
  /** The current price of the submission. */
  quote: () => Promise<OrderQuote | Refusal<Code>>;
};

/**
 * Takes a parent's first payment, once. If the price differs from the displayed one, nothing is charged and the
 * response contains the new price.
 */
export async function takeFirstPayment<Code extends ProblemCode>(
  dependencies: PaymentDependencies,
  payment: FirstPayment<Code>,
): Promise<PaymentAttempt | Refusal<Code | FirstPaymentProblem>> {
  const { subjectId, submission, codeUser = null, lock, started, quote, coParent } = payment;
  const { idempotencyKey, body, language, anonymousId } = submission;
  const purchase = await preparePurchase(dependencies, payment);
  if ('refused' in purchase) return purchase;
  const { nonce } = body.payment;
  const attempt = await takePayment<Code | 'EMAIL_IN_PAYMENT'>(dependencies, {
    request: {
      subjectId,
      idempotencyKey,
      body,
      purchase,
      source: nonce === null ? null : { nonce },
    },
    claim: { email: normaliseEmail(payment.payer.email), refusal: refuse('EMAIL_IN_PAYMENT') },
    codeUser,
    lock,
    started: async (trx, attemptId) => {
      const refused = (await started?.(trx)) ?? null;
      if (!refused && anonymousId !== null)
        await attributeAttempt(trx, { attemptId, anonymousId, at: dependencies.clock.now() });
      return refused;
    },
  });
  if (!('refused' in attempt) || attempt.refused !== 'QUOTE_CHANGED') return attempt;
  // The coupon was used up between quote and reservation: quote again without it.
  const now = await quote();
  return 'refused' in now
    ? now
    : refuse('QUOTE_CHANGED', { extra: { quote: presentQuote(now.quote, { language, coParent }) } });
}

/** Charges only what was displayed and agreed to, by the displayed method, in a country where the package is sold. */
async function preparePurchase<Code extends ProblemCode>(
  { sellers }: Pick<PaymentDependencies, 'sellers'>,
  payment: FirstPayment<Code>,
): Promise<FirstPurchase | Refusal<Code | FirstPaymentProblem>> {
  const { submission, address, quote, coParent } = payment;
  const { body, language } = submission;
  const disagreed = refusedTerms({ country: address.country, agreedToTerms: body.agreedToTerms });
  if (disagreed) return disagreed;
  if (!isSoldIn(sellers, address.country)) return refuse('COUNTRY_MISMATCH');
  const quoted = await quote();
  if ('refused' in quoted) return quoted;
  return (
    refusedPrice({
      payment: body.payment,
      current: presentQuote(quoted.quote, { language, coParent }),
      country: address.country,
      language,
    }) ?? purchaseFrom(quoted, payment)
  );
}

function purchaseFrom(
  { quote, choice }: OrderQuote,
  { kind, submission: { body, language }, address, payer, form }: FirstPayment<ProblemCode>,
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
