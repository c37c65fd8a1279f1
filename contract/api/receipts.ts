import { languages } from '../languages.ts';
import * as z from 'zod/mini';
import { cents, id } from '../fields.ts';
import { publicHeaders } from './headers.ts';
import { receipt } from './payments.ts';
import { route } from './route.ts';

export const receiptItem = z.object({
  orderId: id,
  purpose: z.enum(['SIGN_UP', 'INVITE', 'RENEWAL', 'NEW_START', 'UPGRADE', 'PROFESSIONAL_PLAN', 'CODE_BUNDLE']),
  /** Day of the payment, where the payer lives. */
  date: z.iso.date(),
  planName: z.string(),
  total: cents,
  totalFormatted: z.string(),
  /** Given back so far. */
  refunded: cents,
  refundedFormatted: z.string(),
});
export type ReceiptItem = z.output<typeof receiptItem>;

const own = { tag: 'Account', headers: publicHeaders } as const;
const params = z.object({ orderId: id });

export const readReceipt = route({
  method: 'GET',
  path: '/v2/account/receipts/:orderId',
  ...own,
  summary: 'One receipt',
  caller: 'parent',
  limits: ['read'],
  params,
  answer: z.object({
    receipt,
    purpose: receiptItem.shape.purpose,
    refunded: cents,
    refundedFormatted: z.string(),
    billedTo: z.array(z.string()),
  }),
});

/** Fetched by a plain link, so the language is in the address. */
export const readReceiptPdf = route({
  method: 'GET',
  path: '/v2/account/receipts/:orderId/pdf',
  ...own,
  summary: 'A receipt as PDF',
  caller: 'signed-in',
  limits: ['download'],
  params,
  query: z.object({ language: z.optional(z.enum(languages)) }),
  answer: z.file(),
  file: 'application/pdf',
});
