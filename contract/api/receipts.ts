import * as z from 'zod/mini';
import { cents, day, id } from '../fields/fields.ts';
import { publicHeaders } from './headers.ts';
import { receipt } from './payments.ts';
import { route } from './route.ts';

/** An invoice, or a credit note for a refund of it; as PDF at `/v2/account/documents/:documentId`. */
export const documentItem = z.object({
  id,
  kind: z.enum(['INVOICE', 'CREDIT_NOTE', 'DEBIT_NOTE']),
  /** The number that people quote: `EK-US-1000-0012`. */
  number: z.string(),
  /** Day of issue, in the payer's time zone. */
  date: day,
  amountFormatted: z.string(),
});
export type DocumentItem = z.output<typeof documentItem>;

/** What the payer's bank has done about a payment: it holds the money during its inquiry, or has returned it. */
const bankView = z.nullable(
  z.object({ state: z.enum(['HELD', 'RETURNED']), amount: cents, amountFormatted: z.string() }),
);

/**
 * A promised refund. `SETTLING`: it was sent on `requestedAt`, and the bank has it. `RETRYING`: it was refused and is
 * retried. `FAILED`: it was refused for good, and staff send it. `ARRIVED`: on `requestedAt`.
 */
export const refundView = z.object({
  amount: cents,
  amountFormatted: z.string(),
  requestedAt: z.iso.datetime(),
  state: z.enum(['SENDING', 'SETTLING', 'RETRYING', 'FAILED', 'ARRIVED']),
  reason: z.enum(['BY_PAYER', 'CANCELLED_MEANWHILE', 'NOT_COMPLETED', 'BY_SUPPORT', 'UNUSED']),
});
export type RefundView = z.output<typeof refundView>;

export const receiptItem = z.object({
  orderId: id,
  purpose: z.enum(['SIGN_UP', 'INVITE', 'RENEWAL', 'NEW_START', 'UPGRADE', 'PROFESSIONAL_PLAN', 'CODE_BUNDLE']),
  /** Day of the payment, in the payer's time zone. */
  date: day,
  planName: z.string(),
  /** First names of those whose plans it paid, including the payer; empty if it was for no plan. */
  holders: z.array(z.object({ name: z.string(), own: z.boolean() })),
  total: cents,
  totalFormatted: z.string(),
  /** Refunded so far. */
  refunded: cents,
  refundedFormatted: z.string(),
  /** Its bank approved it and declined it later: it never settled. */
  notPaid: z.boolean(),
  invoiceNumber: z.string(),
  bank: bankView,
});
export type ReceiptItem = z.output<typeof receiptItem>;

/** Years in which invoices or credit notes were issued, the latest first, including years without a payment. */
export const documentYears = z.array(z.string());

const own = { tag: 'Account', headers: publicHeaders } as const;
const params = z.object({ orderId: id });

export const readReceipt = route({
  method: 'GET',
  path: '/v2/account/receipts/:orderId',
  ...own,
  summary: 'Get a receipt',
  caller: 'parent',
  limits: ['read'],
  params,
  answer: z.object({
    receipt,
    purpose: receiptItem.shape.purpose,
    refunded: cents,
    refundedFormatted: z.string(),
    bank: bankView,
    refunds: z.array(refundView),
    notPaid: receiptItem.shape.notPaid,
    /** As on the invoice: buyer and seller, line by line. */
    billedTo: z.array(z.string()),
    soldBy: z.array(z.string()),
    documents: z.array(documentItem),
  }),
});

export const listDocuments = route({
  method: 'GET',
  path: '/v2/account/documents',
  ...own,
  summary: 'List invoices and credit notes, latest first',
  caller: 'signed-in',
  limits: ['read'],
  answer: z.object({ documents: z.array(documentItem) }),
});

export const downloadDocument = route({
  method: 'GET',
  path: '/v2/account/documents/:documentId',
  ...own,
  summary: 'Get an invoice or credit note as PDF, in its language of issue',
  caller: 'signed-in',
  limits: ['download'],
  params: z.object({ documentId: id }),
  answer: z.file(),
  file: 'application/pdf',
});

const year = z.object({ year: z.string().check(z.regex(/^20\d\d$/)) });

export const downloadYear = route({
  method: 'GET',
  path: '/v2/account/documents/years/:year',
  ...own,
  summary: 'Get a year of invoices and credit notes as one PDF: a list with sums, then each document if they fit',
  caller: 'signed-in',
  limits: ['download'],
  params: year,
  answer: z.file(),
  file: 'application/pdf',
});

export const downloadYearTable = route({
  method: 'GET',
  path: '/v2/account/documents/years/:year/table',
  ...own,
  summary: 'Export the documents as CSV (UTF-8, US dollars), a row each',
  caller: 'signed-in',
  limits: ['download'],
  params: year,
  answer: z.file(),
  file: 'text/csv',
});

export const mailReceipt = route({
  method: 'POST',
  path: '/v2/account/receipts/:orderId/mail',
  ...own,
  summary: 'Mail a receipt with its invoice to its payer again',
  caller: 'signed-in',
  limits: ['change-account', 'mail-receipt'],
  /** They want no mail. */
  errors: ['FORBIDDEN'],
  params,
  answer: z.object({ email: z.string() }),
});
