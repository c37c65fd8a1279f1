import * as z from 'zod/mini';
import { id } from '../fields/fields.ts';
import { accountPayment, accountPaymentResult, payingAccountHeaders } from './account-payments.ts';
import { publicHeaders } from './headers.ts';
import { payment, paymentErrors, submissionQuery } from './payments.ts';
import { quote, typedCode } from './prices.ts';
import { route } from './route.ts';

/** Starting a new year after a subscription has ended. Amounts are integer US cents. */
const own = { tag: 'Account', headers: publicHeaders, caller: 'parent' } as const;
const params = z.object({ subscriptionId: id });

export const priceRestart = route({
  method: 'GET',
  path: '/v2/account/subscriptions/:subscriptionId/restart',
  ...own,
  summary: 'Price a year of a subscription that has ended',
  limits: ['read'],
  errors: ['ALREADY_PAID', 'COUNTRY_MISMATCH', 'VALIDATION'],
  params,
  answer: quote,
});

export const priceRestartWithCode = route({
  method: 'POST',
  path: '/v2/account/subscriptions/:subscriptionId/restart/prices',
  ...own,
  summary: 'Price a year of a subscription that has ended, less what a code pays of it',
  limits: ['try-codes'],
  errors: ['ALREADY_PAID', 'COUNTRY_MISMATCH', 'VALIDATION'],
  params,
  body: z.object({ code: typedCode }),
  answer: quote,
});

/** Paid by the method on file if `nonce` is null. */
export const payRestart = route({
  method: 'POST',
  path: '/v2/account/subscriptions/:subscriptionId/restart/payments',
  ...own,
  summary: 'Restart an ended subscription and pay for a year, once',
  limits: ['pay', 'declined-payment', 'asked-for-holder'],
  priority: 'critical',
  metrics: { payment: true },
  errors: [...paymentErrors, 'ALREADY_PAID', 'COUNTRY_MISMATCH', 'PAYMENT_IN_PROGRESS'],
  params,
  headers: payingAccountHeaders,
  /** `code`: the one that the price was given; null: none. */
  body: z.object({ payment, code: z._default(z.nullable(typedCode), null) }),
  answer: accountPayment,
});

export const readRestartPayment = route({
  method: 'GET',
  path: '/v2/account/subscriptions/:subscriptionId/restart/payment',
  ...own,
  summary: 'Get the outcome of the payment for a restart',
  limits: ['read'],
  priority: 'critical',
  params,
  query: z.object(submissionQuery),
  answer: accountPaymentResult,
});
