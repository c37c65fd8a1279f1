import * as z from 'zod/mini';
import { cents, day, id } from '../fields/fields.ts';
import { publicHeaders } from './headers.ts';
import { typedCode } from './prices.ts';
import { route } from './route.ts';

/** Paying the own plan's renewal with a code that covers it; the running term is unchanged. Amounts are US cents. */
const own = { tag: 'Account', headers: publicHeaders, caller: 'parent' } as const;
const errors = ['CONFLICT', 'NOT_FOUND', 'VALIDATION'] as const;

/** `left`: what stays on the code. */
const paidByCode = z.object({
  subscriptionId: id,
  planName: z.string(),
  from: day,
  until: day,
  amount: cents,
  amountFormatted: z.string(),
  leftFormatted: z.string(),
});
export type PaidByCode = z.output<typeof paidByCode>;

export const priceCode = route({
  method: 'POST',
  path: '/v2/account/codes/prices',
  ...own,
  summary: "Say what a code would pay of the own plan's renewal",
  limits: ['try-codes'],
  errors,
  body: z.object({ code: typedCode }),
  answer: paidByCode,
});

/** `amount`: as displayed. */
export const payWithCode = route({
  method: 'POST',
  path: '/v2/account/codes/payments',
  ...own,
  summary: "Pay the own plan's renewal with a code, once",
  limits: ['try-codes'],
  errors,
  body: z.object({ code: typedCode, subscriptionId: id, amount: cents }),
  answer: paidByCode,
});
