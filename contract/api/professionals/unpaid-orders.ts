import * as z from 'zod/mini';
import { cents, day, id } from '../../fields/fields.ts';
import { idempotencyKey, publicHeaders } from '../headers.ts';
import { confirming, declined, paymentErrors } from '../payments.ts';
import { priceLine } from '../prices.ts';
import { route } from '../route.ts';
import { storedCountry } from '../stored-texts.ts';
import { professionalPayment } from './professional-cases.ts';

/**
 * A professional's purchase whose payment was approved first and declined later: it can be paid again at its price for
 * seven days, with any method.
 */
const own = { tag: 'Unpaid orders', headers: publicHeaders, caller: 'professional' } as const;
const byOrder = z.object({ orderId: id });

export const unpaidOrder = z.object({
  orderId: id,
  purpose: z.enum(['PROFESSIONAL_PLAN', 'CODE_BUNDLE']),
  name: z.string(),
  /** The day on which it ends unless it is paid before, in the professional's time zone. */
  until: day,
  lines: z.array(priceLine),
  total: cents,
  totalFormatted: z.string(),
});
export type UnpaidOrder = z.output<typeof unpaidOrder>;

export const listUnpaidOrders = route({
  method: 'GET',
  path: '/v2/professional/unpaid-orders',
  ...own,
  summary: 'List orders that can be paid again',
  limits: ['read'],
  errors: ['NOT_FOUND'],
  answer: z.object({ orders: z.array(unpaidOrder), billingCountry: storedCountry }),
});

/** `givenBack`: the part that could no longer be provided when the gateway responded. */
export const paidAgain = z.object({
  outcome: z.literal('PAID'),
  totalFormatted: z.string(),
  givenBack: cents,
  givenBackFormatted: z.string(),
});

export const payUnpaidOrder = route({
  method: 'POST',
  path: '/v2/professional/unpaid-orders/:orderId/payments',
  ...own,
  summary: 'Pay an order again, once, at the agreed price',
  limits: ['pay', 'declined-payment', 'asked-for-holder'],
  priority: 'critical',
  metrics: { payment: true },
  errors: [...paymentErrors, 'ALREADY_PAID', 'NOT_FOUND', 'PAYMENT_IN_PROGRESS'],
  params: byOrder,
  headers: z.extend(publicHeaders, { 'idempotency-key': idempotencyKey }),
  body: z.object({
    payment: z.omit(professionalPayment, { taxId: true, taxAmountDisplayed: true }),
    agreedToTerms: z._default(z.boolean(), false),
  }),
  answer: z.discriminatedUnion('outcome', [paidAgain, confirming]),
});

export const readUnpaidOrderPayment = route({
  method: 'GET',
  path: '/v2/professional/unpaid-orders/:orderId/payment',
  ...own,
  summary: 'Get the outcome of a payment by its idempotency key, or of the latest',
  limits: ['read'],
  priority: 'critical',
  params: byOrder,
  query: z.object({ key: z.optional(idempotencyKey) }),
  answer: z.discriminatedUnion('outcome', [paidAgain, confirming, declined, z.object({ outcome: z.literal('NONE') })]),
});
