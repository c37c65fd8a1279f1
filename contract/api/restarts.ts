import { id } from '../fields.ts';
import * as z from 'zod/mini';
import { accountPayment, accountPaymentResult, payingAccountHeaders } from './account-payments.ts';
import { publicHeaders } from './headers.ts';
import { askedPress, payment } from './payments.ts';
import { quote } from './prices.ts';
import { route } from './route.ts';

/** Beginning a new year after a subscription has ended. Amounts are integer US cents. */
const params = z.object({ subscriptionId: id });

export const priceRestart = route({
  method: 'GET',
  path: '/v2/account/subscriptions/:subscriptionId/restart',
  tag: 'Account',
  summary: 'Price a new year of a subscription that has ended',
  params,
  headers: publicHeaders,
  answer: quote,
});

/** Paid by the method on file when `nonce` is null. */
export const payRestart = route({
  method: 'POST',
  path: '/v2/account/subscriptions/:subscriptionId/restart/payments',
  tag: 'Account',
  summary: 'Start again and pay for a year, once',
  params,
  headers: payingAccountHeaders,
  body: z.object({ payment }),
  answer: accountPayment,
});

export const readRestartPayment = route({
  method: 'GET',
  path: '/v2/account/subscriptions/:subscriptionId/restart/payment',
  tag: 'Account',
  summary: 'What became of a press on Pay for a new start',
  params,
  query: z.object(askedPress),
  headers: publicHeaders,
  answer: accountPaymentResult,
});
