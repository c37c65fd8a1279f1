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

/** The payment request of a signing-up or invited parent. */
export type PaymentSubmission = {
  idempotencyKey: string;
  body: BodyOf<typeof payRegistration>;
  language: Language;
  experimentsIn: ExperimentsIn;
  /** Of the browser; null where nothing may be counted. */
  anonymousId: string | null;
};

/** What any first payment may be refused for. */
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
  /** First name of the other parent, where their plan may be paid for too. */
  coParent: string | null;
  /** The price of the submission as it is at the moment of asking. */
  quote: () => Promise<OrderQuote | Refusal<Code>>;
};

/**
 * Takes a parent's first payment, once. A price that is no longer what the screen showed charges nothing and answers
 * with the new one.
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
  // The coupon's last use was taken between quote and reservation: quote again without it.
  const now = await quote();
  return 'refused' in now
    ? now
    : refuse('QUOTE_CHANGED', { extra: { quote: presentQuote(now.quote, { language, coParent }) } });
}

/** Charges only what was agreed to and shown, by the method that was shown, to a country the package is for. */
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
