import * as z from 'zod/mini';
import { idempotencyKey, publicHeaders } from './headers.ts';
import { confirming, declined, receipt } from './payments.ts';

/** Payments of somebody who is signed in: upgrades, and starting again after an end. */
export const payingAccountHeaders = z.extend(publicHeaders, { 'idempotency-key': idempotencyKey });

/** By the key of the press: an earlier payment for the same subscription says nothing about it. Without one, the latest. */
export const pressQuery = z.object({ key: z.optional(idempotencyKey) });

export const accountPaid = z.object({ outcome: z.literal('PAID'), receipt });

export const accountPayment = z.discriminatedUnion('outcome', [accountPaid, confirming]);
export type AccountPayment = z.output<typeof accountPayment>;

export const accountPaymentResult = z.discriminatedUnion('outcome', [
  accountPaid,
  confirming,
  declined,
  z.object({ outcome: z.literal('NONE') }),
]);
export type AccountPaymentResult = z.output<typeof accountPaymentResult>;
