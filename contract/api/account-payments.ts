import * as z from 'zod/mini';
import { idempotencyKey, publicHeaders } from './headers.ts';
import { confirming, declined, receipt } from './payments.ts';

/** Payments of signed-in users: upgrades and restarts. */
export const payingAccountHeaders = z.extend(publicHeaders, { 'idempotency-key': idempotencyKey });

/**
 * `givenBack`: paid, but overtaken during the gateway call (by a renewal or cancellation); nothing changed and the
 * money is refunded.
 */
export const accountPaid = z.object({ outcome: z.literal('PAID'), receipt, givenBack: z.boolean() });

export const accountPayment = z.discriminatedUnion('outcome', [accountPaid, confirming]);
export type AccountPayment = z.output<typeof accountPayment>;

export const accountPaymentResult = z.discriminatedUnion('outcome', [
  accountPaid,
  confirming,
  declined,
  z.object({ outcome: z.literal('NONE') }),
]);
export type AccountPaymentResult = z.output<typeof accountPaymentResult>;
