import * as z from 'zod/mini';
import { cents, day, id } from '../../fields/fields.ts';
import { bundleSizes } from '../../professionals/code-bundles.ts';
import { idempotencyKey, publicHeaders } from '../headers.ts';
import { confirming, declined, paymentErrors } from '../payments.ts';
import { route } from '../route.ts';
import { storedCountry } from '../stored-texts.ts';
import { professionalPayment } from './professional-cases.ts';

/**
 * Subscription codes in bundles, for signed-in professionals. Amounts are integer US cents. No tax is due before a code
 * is used.
 */
const own = { tag: 'Code bundles', headers: publicHeaders, caller: 'professional' } as const;
const byBundle = z.object({ bundleId: id });
const size = z.literal([...bundleSizes]);

export const bundleOffer = z.object({
  packageId: z.int(),
  planName: z.string(),
  size,
  percentOff: z.int(),
  faceCents: cents,
  faceFormatted: z.string(),
  listFormatted: z.string(),
  discountFormatted: z.string(),
  totalCents: cents,
  totalFormatted: z.string(),
});
export type BundleOffer = z.output<typeof bundleOffer>;

export const bundleCode = z.object({
  /** Last four characters. */
  masked: z.string(),
  amountFormatted: z.string(),
  remainingFormatted: z.string(),
  /** `WITHDRAWN`: the bundle was not paid, and no code was used. `REFUNDED`: its price was refunded. */
  state: z.enum(['UNUSED', 'PARTLY_USED', 'USED', 'WITHDRAWN', 'REFUNDED']),
  /** Day and initials of each person who used it; no more than that. */
  uses: z.array(z.object({ usedOn: day, initials: z.string() })),
});

export const codeBundle = z.object({
  bundleId: id,
  planName: z.string(),
  size,
  /** In the professional's time zone, like every day here. */
  boughtOn: day,
  paidFormatted: z.string(),
  unused: z.int(),
  balanceFormatted: z.string(),
  /**
   * Whether the codes can still be shown: until they are confirmed as stored, or an hour after they were first shown.
   */
  codesToShow: z.boolean(),
  /** The price of its unused codes, while it is refundable: they then stop working. */
  refund: z.nullable(z.object({ codes: z.int(), amount: cents, amountFormatted: z.string(), until: day })),
  codes: z.array(bundleCode),
});
export type CodeBundle = z.output<typeof codeBundle>;

export const listCodeBundles = route({
  method: 'GET',
  path: '/v2/professional/code-bundles',
  ...own,
  summary: 'List bundles on offer and bundles bought',
  limits: ['read'],
  errors: ['NOT_FOUND'],
  answer: z.object({ offers: z.array(bundleOffer), bundles: z.array(codeBundle), billingCountry: storedCountry }),
});

export const startCodeBundle = route({
  method: 'POST',
  path: '/v2/professional/code-bundles',
  ...own,
  summary: 'Choose a bundle to pay for',
  limits: ['change-account'],
  errors: ['NOT_FOUND', 'COUNTRY_MISMATCH'],
  body: z.object({ packageId: z.int(), size }),
  answer: z.object({ bundleId: id, offer: bundleOffer }),
  status: 201,
});

const paidBundle = z.object({
  outcome: z.literal('PAID'),
  bundleId: id,
  totalFormatted: z.string(),
  transactionId: z.nullable(z.string()),
});

export const payCodeBundle = route({
  method: 'POST',
  path: '/v2/professional/code-bundles/:bundleId/payments',
  ...own,
  summary: 'Pay for a bundle, once',
  limits: ['pay', 'declined-payment', 'asked-for-holder'],
  priority: 'critical',
  metrics: { payment: true },
  errors: [...paymentErrors, 'ALREADY_PAID', 'COUNTRY_MISMATCH'],
  params: byBundle,
  headers: z.extend(publicHeaders, { 'idempotency-key': idempotencyKey }),
  body: z.object({
    payment: z.omit(professionalPayment, { taxId: true, taxAmountDisplayed: true }),
    agreedToTerms: z._default(z.boolean(), false),
  }),
  answer: z.discriminatedUnion('outcome', [paidBundle, confirming]),
});

export const readCodeBundlePayment = route({
  method: 'GET',
  path: '/v2/professional/code-bundles/:bundleId/payment',
  ...own,
  summary: 'Get the outcome of a payment by its idempotency key, or of the latest',
  limits: ['read'],
  priority: 'critical',
  params: byBundle,
  query: z.object({ key: z.optional(idempotencyKey) }),
  answer: z.discriminatedUnion('outcome', [paidBundle, confirming, declined, z.object({ outcome: z.literal('NONE') })]),
});

export const showCodes = route({
  method: 'POST',
  path: '/v2/professional/code-bundles/:bundleId/codes',
  ...own,
  summary: 'Get the codes of a paid bundle, once; 404 afterwards',
  limits: ['change-account'],
  params: byBundle,
  answer: z.object({ codes: z.array(z.string()), amountFormatted: z.string(), planName: z.string() }),
});

export const keepCodes = route({
  method: 'POST',
  path: '/v2/professional/code-bundles/:bundleId/codes/receipt',
  ...own,
  summary: 'Confirm that the codes are stored; they are never shown again',
  limits: ['change-account'],
  params: byBundle,
  answer: z.object({ kept: z.literal(true) }),
});

export const refundCodes = route({
  method: 'POST',
  path: '/v2/professional/code-bundles/:bundleId/refund',
  ...own,
  summary: 'Refund the unused codes; they stop working',
  limits: ['change-account'],
  errors: ['NOT_REFUNDABLE', 'PAYMENT_DISPUTED'],
  params: byBundle,
  answer: z.object({ codes: z.int(), amount: cents, amountFormatted: z.string() }),
});
