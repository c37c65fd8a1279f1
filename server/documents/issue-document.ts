import type { ServedCountry } from '#contract/countries.ts';
import { formatDocumentNumber } from '#contract/document-number.ts';
import type { Trx } from '../db/pool.ts';
import type { Language } from '../db/schema.ts';
import { creditRows, paidByCodes } from './credit-rows.ts';
import type { DocumentData, IssuedDocument } from './document.ts';
import { documentOfCause, insertDocument, lockInvoice } from './document-repository.ts';

export type NewInvoice = {
  orderId: string;
  userId: string;
  country: ServedCountry;
  language: Language;
  totalCents: number;
  data: DocumentData;
  at: Date;
};

/** Issues the invoice of an order, once, in the transaction that writes the order. Answers with its id. */
export async function issueInvoice(trx: Trx, { totalCents, ...invoice }: NewInvoice): Promise<string> {
  const cause = `order:${invoice.orderId}`;
  const issued = await documentOfCause(trx, cause);
  if (issued) return issued.id;
  return insertDocument(trx, {
    ...invoice,
    kind: 'INVOICE',
    cause,
    invoiceId: null,
    amountCents: totalCents,
    codesCents: 0,
  });
}

/**
 * `amountCents`: what went back to the payer. `cause`: what took it back, such as `refund:<id>` or `dispute:<id>`;
 * asked for again, the first credit note stays.
 */
export type NewCreditNote = { orderId: string; amountCents: number; cause: string; at: Date };

/**
 * Issues a credit note in the transaction that takes money back, and credits with it what codes got back since the
 * last. Never more than is left of the invoice. Null where nothing is left to credit, or the invoice is not issued yet:
 * `issueMissingDocuments` issues it, and the credit notes of its refunds.
 */
export async function issueCreditNote(
  trx: Trx,
  { orderId, amountCents, cause, at }: NewCreditNote,
): Promise<string | null> {
  const invoice = await lockInvoice(trx, orderId);
  if (!invoice) return null;
  const issued = await documentOfCause(trx, cause);
  if (issued) return issued.id;
  const before = await creditedBefore(trx, invoice.id);
  const back = {
    cents: Math.min(amountCents, invoice.amountCents - before.cents),
    codesCents: Math.max(0, (await returnedToCodes(trx, invoice)) - before.codesCents),
  };
  if (back.cents + back.codesCents === 0) return null;
  const { data, country, language, userId } = invoice;
  return insertDocument(trx, {
    kind: 'CREDIT_NOTE',
    cause,
    orderId,
    userId,
    country,
    language,
    invoiceId: invoice.id,
    amountCents: back.cents,
    codesCents: back.codesCents,
    data: {
      ...data,
      ...creditRows(data, { before, back, language }),
      credits: { number: formatDocumentNumber(invoice), issuedOn: invoice.issuedOn },
      receiptNumber: null,
    },
    at,
  });
}

async function creditedBefore(trx: Trx, invoiceId: string): Promise<{ cents: number; codesCents: number }> {
  const rows = await trx
    .selectFrom('documents')
    .select(['amountCents', 'codesCents'])
    .where('invoiceId', '=', invoiceId)
    .execute();
  return {
    cents: rows.reduce((sum, row) => sum + row.amountCents, 0),
    codesCents: rows.reduce((sum, row) => sum + row.codesCents, 0),
  };
}

/** Of what codes paid, all that is no longer taken off them. */
async function returnedToCodes(trx: Trx, { orderId, data }: IssuedDocument): Promise<number> {
  const paid = paidByCodes(data);
  if (paid === 0) return 0;
  const uses = await trx
    .selectFrom('activationCodeUses')
    .innerJoin('orders', 'orders.attemptId', 'activationCodeUses.attemptId')
    .select('activationCodeUses.amountCents')
    .where('orders.id', '=', orderId)
    .where('activationCodeUses.state', '=', 'REDEEMED')
    .execute();
  return paid - uses.reduce((sum, { amountCents }) => sum + amountCents, 0);
}
