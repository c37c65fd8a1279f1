import * as z from 'zod/mini';
import type { ProblemCode } from '../error-codes.ts';
import { anonymousId, cardHolderName, countryCode, day, displayedCents, id } from '../fields/fields.ts';
import { paymentTypes } from '../sign-up/payment-types.ts';
import { idempotencyKey, payingHeaders, publicHeaders, registrationHeaders } from './headers.ts';
import { couponDetail, nextRenewal, orderDetail, priceLine, totals, typedCode } from './prices.ts';
import { route } from './route.ts';
import { storedCountry } from './stored-texts.ts';

/**
 * Taking money (specification 3.7). Amounts are integer US cents. Card data is never sent here: only the gateway's
 * nonce.
 */
export const payment = z.object({
  amountDisplayed: displayedCents,
  taxAmountDisplayed: displayedCents,
  taxId: z.string().check(z.minLength(1), z.maxLength(128)),
  /** Null when codes cover the whole amount. */
  paymentType: z.nullable(z.enum(paymentTypes)),
  nonce: z.nullable(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,512}$/))),
  cardHolderName: z._default(z.nullable(cardHolderName), null),
  pricingLocale: z._default(z.string().check(z.regex(/^[A-Za-z0-9-]{2,20}$/)), 'en-US'),
  storePaymentOnFile: z.literal(true),
  bankAccountNumber: z.optional(z.null()),
  bankRoutingNumber: z.optional(z.null()),
  deviceData: z.optional(z.string().check(z.regex(/^[\x20-\x7e]{1,4000}$/))),
});

export const paymentBody = z.object({
  payment,
  order: orderDetail,
  promoCodes: z._default(z.nullable(z.array(typedCode).check(z.maxLength(5))), null),
  payForCoparent: z._default(z.boolean(), false),
  agreedToTerms: z._default(z.boolean(), false),
  marketingOptIn: z._default(z.boolean(), false),
  parentDuplicateConfirmed: z._default(z.boolean(), false),
  coParentDuplicateConfirmed: z._default(z.boolean(), false),
  segmentAnonymousId: z.optional(anonymousId),
});

export const receipt = z.object({
  orderId: id,
  /** The number that people quote: `EK-US-1000-0012`. */
  invoiceNumber: z.string(),
  /** The gateway's; null when nothing was charged. */
  transactionId: z.nullable(z.string()),
  paymentType: z.nullable(z.enum(paymentTypes)),
  cardLastFour: z.nullable(z.string()),
  transactionDateTime: z.iso.datetime(),
  /** The payer's (IANA name): its day there is the day that mail, page and PDF show. */
  timeZone: z.string(),
  payForCoParent: z.boolean(),
  paymentCodeDetails: z.array(z.object({ code: z.string() })),
  /** Of the bill (ISO code). */
  country: z.nullable(storedCountry),
  packageName: z.string(),
  receiptText: z.string(),
  lines: z.array(priceLine),
  totals,
  /**
   * Whose subscription it paid for, the payer's own first, with its term; null where the money was refunded. None for
   * codes.
   */
  paidFor: z.array(z.object({ name: z.string(), own: z.boolean(), from: z.nullable(day), until: z.nullable(day) })),
  /** What renews at the payer's cost, each separately. `needsMethod`: no method is stored. */
  renewals: z.array(z.extend(nextRenewal, { needsMethod: z.boolean() })),
});

export const paid = z.object({
  outcome: z.literal('PAID'),
  /** Bearer token for the credentials step, single use, 24 hours. Null once credentials are set. */
  clickToJoinToken: z.nullable(z.string()),
  gaPayloadBase64: z.string(),
  receipt,
  registration: z.object({
    parent: z.object({ userId: id, firstName: z.string(), lastName: z.string(), email: z.string(), familyId: id }),
    coParent: z.nullable(z.object({ email: z.string(), phoneNumberWithCountryCode: z.string() })),
    order: z.object({ packageId: z.int() }),
    promoCodes: z.array(z.string()),
  }),
  pricingInfo: z.object({
    couponDetail: z.nullable(couponDetail),
    taxes: z.array(z.object({ name: z.string(), amountFormatted: z.string() })),
    totals,
  }),
});
export type Paid = z.output<typeof paid>;

/** The gateway has not reported the outcome of the charge. Nobody may pay again until it has. */
export const confirming = z.object({ outcome: z.literal('CONFIRMING'), paymentId: id });

/** Nothing was charged. `text` says why and what to do. */
export const declined = z.object({ outcome: z.literal('DECLINED'), code: z.string(), text: z.string() });

export const paymentAnswer = z.discriminatedUnion('outcome', [paid, confirming]);

/** Problems of every payment submission, whatever is bought. */
export const paymentErrors = [
  'IDEMPOTENCY_MISMATCH',
  'QUOTE_CHANGED',
  'PAYMENT_DECLINED',
  'PAYMENT_METHOD_REJECTED',
  'AUTHENTICATION_REQUIRED',
] as const satisfies readonly ProblemCode[];

/** Of a sign-up's or an invite's first payment. */
export const firstPaymentErrors = [
  ...paymentErrors,
  'STEP_MISSING',
  'COUNTRY_MISMATCH',
  'PACKAGE_NOT_OFFERED',
  'ALREADY_PAID',
  'EMAIL_IN_PAYMENT',
] as const satisfies readonly ProblemCode[];

export const fetchClientToken = route({
  method: 'GET',
  path: '/v2/payment-client-token',
  tag: 'Payments',
  summary: 'Get the client token, and whether a card must be authenticated',
  caller: 'anyone',
  limits: ['ask-client-token'],
  errors: ['PAYMENT_UNAVAILABLE'],
  query: z.object({ country: z.optional(countryCode) }),
  headers: publicHeaders,
  answer: z.object({
    clientToken: z.string(),
    /** `required`: a card of this country is charged only once its holder was authenticated (3-D Secure). */
    authentication: z.enum(['required', 'if_asked']),
  }),
});

export const payRegistration = route({
  method: 'POST',
  path: '/v2/registrations/:signupId/payments',
  tag: 'Payments',
  summary: 'Pay for a sign-up, once',
  caller: 'former-registration',
  limits: ['pay', 'declined-payment', 'asked-for-holder'],
  priority: 'critical',
  metrics: { payment: true, flow: 'parent', step: 'paid' },
  errors: [...firstPaymentErrors, 'CONFLICT'],
  params: z.object({ signupId: id }),
  headers: payingHeaders,
  body: paymentBody,
  answer: paymentAnswer,
});

/** The key of a submission. With it, a decline of another submission is not returned. */
export const submissionQuery = { key: z.optional(idempotencyKey) };

export const readPayment = route({
  method: 'GET',
  path: '/v2/registrations/:signupId/payment',
  tag: 'Payments',
  summary: "Get the outcome of a sign-up's payment by its idempotency key, or of the latest",
  caller: 'former-registration',
  limits: ['read'],
  priority: 'critical',
  params: z.object({ signupId: id }),
  query: z.object(submissionQuery),
  headers: registrationHeaders,
  answer: z.discriminatedUnion('outcome', [paid, confirming, declined, z.object({ outcome: z.literal('NONE') })]),
});
