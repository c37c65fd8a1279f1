import { sql } from 'kysely';
import type { ServedCountry } from '#contract/fields/countries.ts';
import { formatDocumentNumber } from '#contract/fields/document-number.ts';
import type { Trx } from '../db/pool.ts';
import type { Language } from '../db/schema.ts';
import { creditRows, paidByCodes, type ReturnedAmounts, reversed } from './credit-rows.ts';
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

/** Issues the invoice of an order, once, in the transaction that writes the order. Returns its id. */
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

/** `cause`: what moved the money, such as `refund:<id>` or `dispute:<id>`. */
export type MovedMoney = { orderId: string; cause: string; at: Date };

/**
 * Issues the document that adjusts those of an order to what was returned of it (`gone_back_cents`), in the transaction
 * that moved the money: a credit note, which also names what codes got back, or a debit note if returned money came
 * back. Does nothing before the invoice, which is issued last in the transaction that writes the order.
 */
export async function balanceDocuments(trx: Trx, { orderId, cause, at }: MovedMoney): Promise<void> {
  const invoice = await lockInvoice(trx, orderId);
  if (!invoice) return;
  const { issued, ...credited } = await creditedBefore(trx, invoice);
  const cents = (await returnedCents(trx, orderId)) - credited.cents;
  const codesCents = Math.max(0, (await returnedToCodes(trx, invoice)) - credited.codesCents);
  const isCauseUsed = (await documentOfCause(trx, cause)) !== null;
  const note = { invoice, before: credited, cause: isCauseUsed ? `${cause}:${issued}` : cause, at };
  if (cents < 0) await insertNote(trx, { ...note, kind: 'DEBIT_NOTE', returned: { cents, codesCents: 0 } });
  // What codes got back is credited with the next refund of money.
  else if (cents + codesCents > 0)
    await insertNote(trx, { ...note, kind: 'CREDIT_NOTE', returned: { cents, codesCents } });
}

type NewNote = {
  invoice: IssuedDocument;
  kind: 'CREDIT_NOTE' | 'DEBIT_NOTE';
  cause: string;
  before: ReturnedAmounts;
  returned: ReturnedAmounts;
  at: Date;
};

/** `returned` is negative on a debit note, which shows it with the opposite sign. */
async function insertNote(trx: Trx, { invoice, kind, cause, before, returned, at }: NewNote): Promise<void> {
  const { data, country, language, userId, orderId } = invoice;
  const credit = creditRows(data, { before, returned, language });
  await insertDocument(trx, {
    kind,
    cause,
    orderId,
    userId,
    country,
    language,
    invoiceId: invoice.id,
    amountCents: Math.abs(returned.cents),
    codesCents: returned.codesCents,
    data: {
      ...data,
      ...(kind === 'DEBIT_NOTE' ? reversed(credit) : credit),
      credits: { number: formatDocumentNumber(invoice), issuedOn: invoice.issuedOn },
    },
    at,
  });
}

/** Credit notes minus debit notes, and the number of documents. */
async function creditedBefore(
  trx: Trx,
  { id }: Pick<IssuedDocument, 'id'>,
): Promise<ReturnedAmounts & { issued: number }> {
  const rows = await trx
    .selectFrom('documents')
    .select(['kind', 'amountCents', 'codesCents'])
    .where('invoiceId', '=', id)
    .execute();
  return {
    cents: rows.reduce((sum, { kind, amountCents }) => sum + (kind === 'DEBIT_NOTE' ? -amountCents : amountCents), 0),
    codesCents: rows.reduce((sum, row) => sum + row.codesCents, 0),
    issued: rows.length,
  };
}

async function returnedCents(trx: Trx, orderId: string): Promise<number> {
  const { cents } = await trx
    .selectFrom('orders')
    .select(sql<number>`gone_back_cents(orders)`.as('cents'))
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  return cents;
}

/** Of what codes paid, everything that is no longer deducted from them. */
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
