import type { payRegistration as payRoute } from '#contract/api/payments.ts';
import type { BodyOf } from '#contract/api/route.ts';
import type { ExperimentStates } from '#contract/experiments.ts';
import { countryOutcome } from '../catalog/pricing-group.ts';
import { refusedPrice, refusedTerms } from '../checkout/displayed-price.ts';
import { consentTextVersion, deviceDataOf, type Purchase } from '../checkout/purchase.ts';
import { type OrderQuote, type QuoteDependencies, quoteOrder } from '../checkout/quote-order.ts';
import { type PaymentDependencies, takePayment } from '../checkout/take-payment.ts';
import type { Trx } from '../db/pool.ts';
import type { Address, Language } from '../db/schema.ts';
import type { PaymentAttempt } from '../payments/payment-attempt.ts';
import { repeatedPress } from '../payments/payment-attempt-repository.ts';
import { presentQuote, withoutTypedCodes } from '../pricing/quote.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { openRegistration, type RegistrationAccess } from './open-registration.ts';
import { isExpired, lastCompletedStep, type Registration } from './registration.ts';
import { changeRegistration, lockRegistration } from './registration-repository.ts';

type Body = BodyOf<typeof payRoute>;
export type PayDependencies = PaymentDependencies & QuoteDependencies;
export type PayRequest = {
  access: RegistrationAccess;
  idempotencyKey: string;
  body: Body;
  language: Language;
  experiments: Partial<ExperimentStates>;
};

/** Pays for a sign-up. A price that is no longer what the screen showed charges nothing and answers with the new one. */
export async function payRegistration(dependencies: PayDependencies, request: PayRequest): Promise<PaymentAttempt | Refusal> {
  const registration = await openRegistration(dependencies, request.access);
  if ('refused' in registration) return registration;
  const { body, idempotencyKey } = request;
  const press = { purpose: 'SIGN_UP', subjectId: registration.id, idempotencyKey, body } as const;
  const repeated = await repeatedPress(dependencies.db, press);
  if (repeated) return repeated;
  const purchase = await preparePurchase(dependencies, registration, request);
  if ('refused' in purchase) return purchase;
  const { nonce } = body.payment;
  const locked = { id: registration.id, at: dependencies.clock.now() };
  const attempt = await takePayment(dependencies, {
    request: { ...press, purchase, source: nonce === null ? null : { nonce } },
    lock: (trx) => lockForPayment(trx, locked),
    started: (trx) => notePaying(trx, locked),
  });
  if ('refused' in attempt && attempt.refused === 'QUOTE_CHANGED') return requoted(dependencies, registration, request);
  return attempt;
}

/** Under lock: why the registration cannot be paid, when it is over or paid already. */
async function lockForPayment(trx: Trx, { id, at }: { id: string; at: Date }): Promise<Refusal | null> {
  const current = await lockRegistration(trx, id);
  if (!current || isExpired(current, at)) return refuse('REGISTRATION_EXPIRED');
  if (current.state === 'PAID' || current.state === 'COMPLETED') return refuse('ALREADY_PAID');
  return null;
}

/** Until the outcome is known nobody changes the registration any more. */
async function notePaying(trx: Trx, { id, at }: { id: string; at: Date }): Promise<void> {
  const current = await lockRegistration(trx, id);
  if (current?.state === 'FAMILY') await changeRegistration(trx, { current, change: { state: 'PAYING' }, at });
}

async function preparePurchase(
  dependencies: PayDependencies,
  registration: Registration,
  request: PayRequest,
): Promise<Purchase | Refusal> {
  const { address } = registration;
  if (registration.state === 'DETAILS' || !address) {
    return refuse('STEP_MISSING', { extra: { lastCompletedStep: lastCompletedStep(registration) } });
  }
  const disagreed = refusedTerms({ country: address.country, agreedToTerms: request.body.agreedToTerms });
  if (disagreed) return disagreed;
  const quoted = await quoteForRegistration(dependencies, { registration, request });
  if ('refused' in quoted) return quoted;
  return refusedQuote(quoted, { address, request }) ?? purchaseFrom(quoted, { registration, address, request });
}

function quoteForRegistration(
  dependencies: PayDependencies,
  { registration, request }: { registration: Registration; request: PayRequest },
) {
  const { body, experiments } = request;
  return quoteOrder(dependencies, {
    order: body.order,
    payForCoParent: body.payForCoparent,
    typedCodes: body.promoCodes ?? [],
    address: registration.address,
    couponOwner: couponOwner(registration),
    experiments,
  });
}

/** Automatic coupons of a registration: its discount link's, or its referrer's. */
export function couponOwner({
  id,
  discountPercentage,
  referrerKey,
}: Pick<Registration, 'id' | 'discountPercentage' | 'referrerKey'>): string | null {
  return discountPercentage === null ? referrerKey : `registration:${id}`;
}

/** Charges only what was shown, by the method that was shown, to a country the package is for. */
function refusedQuote(quoted: OrderQuote, { address, request }: { address: Address; request: PayRequest }): Refusal | null {
  const ukPackages = request.experiments['uk-packages'] === 'treatment';
  const list = quoted.choice.package.priceList;
  if (countryOutcome({ list, country: address.country, ukPackages }) === 'NOT_SOLD') return refuse('COUNTRY_MISMATCH');
  return refusedPrice({ payment: request.body.payment, current: presentQuote(quoted.quote, { language: request.language }) });
}

function purchaseFrom(
  quoted: OrderQuote,
  { registration, address, request }: { registration: Registration; address: Address; request: PayRequest },
): Purchase {
  const { parent } = registration;
  const { body, language } = request;
  return {
    quote: withoutTypedCodes(quoted.quote),
    order: body.order,
    payForCoParent: body.payForCoparent,
    years: quoted.choice.package.years,
    language,
    country: address.country,
    payer: {
      customer: { id: registration.id, firstName: parent.firstName, lastName: parent.lastName, email: parent.email },
      billing: { ...address, line2: address.line2 || null },
      cardholderName: body.payment.cardHolderName,
      storeInVault: true,
      deviceData: deviceDataOf({ payment: body.payment, country: address.country }),
      recurring: 'first',
    },
    consent: { terms: body.agreedToTerms, marketing: body.marketingOptIn, textVersion: consentTextVersion, form: 'payment-review' },
  };
}

/** Somebody took the last use of the coupon between the quote and the reservation: the price without it. */
async function requoted(dependencies: PayDependencies, registration: Registration, request: PayRequest): Promise<Refusal> {
  const quoted = await quoteForRegistration(dependencies, { registration, request });
  return 'refused' in quoted
    ? quoted
    : refuse('QUOTE_CHANGED', { extra: { quote: presentQuote(quoted.quote, { language: request.language }) } });
}
