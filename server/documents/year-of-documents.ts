import { setImmediate } from 'node:timers/promises';
import { csvOf } from '#contract/fields/csv.ts';
import { formatDocumentNumber } from '#contract/fields/document-number.ts';
import { formatCents } from '#contract/fields/money.ts';
import { m } from '#messages/messages.js';
import type { Language } from '../db/schema.ts';
import { longDate } from '../mail-templates/formats.ts';
import { table } from '../pdf/blocks.ts';
import { nextPage, paragraph, taggedPdf } from '../pdf/tagged-pdf.ts';
import type { DocumentData, IssuedDocument } from './document.ts';
import { drawDocument, footerOf } from './document-pdf.ts';
import { titleOf } from './document-texts.ts';

/** Rendering one takes milliseconds and hundreds of kilobytes of memory: a professional's year may have thousands. */
const maxDrawn = 100;

type Year = { year: string; documents: readonly [IssuedDocument, ...IssuedDocument[]]; language: Language };

const isBack = ({ kind }: IssuedDocument) => kind === 'CREDIT_NOTE';
/** Signed amounts, so that paid and refunded amounts can be summed: a credit note is negative. */
const signed = (document: IssuedDocument, cents = document.amountCents) => (isBack(document) ? 0 - cents : cents);
const taxOf = ({ rows, insideTax }: DocumentData) =>
  rows.reduce((sum, { kind, cents }) => (kind === 'TAX' ? sum + cents : sum), insideTax?.cents ?? 0);

/**
 * The documents of a year as one PDF: a list with its sum in the reader's language, then each as it was issued, unless
 * they are too many.
 */
export function yearPdf({ year, documents, language }: Year): Promise<Buffer> {
  const t = { locale: language };
  const last = documents.at(-1) ?? documents[0];
  const title = m.document_year_title({ year }, t);
  const sheet = { title, language, country: last.country, at: last.issuedAt, footer: footerOf(last, language) };
  const row = (document: IssuedDocument) => ({
    label: [
      `${titleOf(document, language)} ${formatDocumentNumber(document)}`,
      longDate(document.issuedOn, { language, country: document.country }),
      document.data.rows[0]?.label ?? '',
    ].join(', '),
    amount: formatCents(signed(document)),
  });
  const sum = formatCents(documents.reduce((total, document) => total + signed(document), 0));
  return taggedPdf(sheet, async (page) => {
    paragraph(page, { tag: 'H1', text: title, size: 22, bold: true, space: 0.5 });
    paragraph(page, { tag: 'P', text: last.data.buyer[0] ?? '', size: 10.5, space: 1.2 });
    table(page, [...documents.map(row), { label: m.document_year_sum({}, t), amount: sum, bold: true }]);
    if (documents.length > maxDrawn)
      return paragraph(page, { tag: 'P', text: m.document_year_list_alone({}, t), size: 9.5 });
    for (const document of documents) {
      nextPage(page);
      drawDocument(page, document);
      // Lets other requests run in between.
      await setImmediate();
    }
  });
}

const dollars = (cents: number) => (cents / 100).toFixed(2);

/**
 * The same as a table: amounts in US dollars, refunds in a column of their own, and their tax negative, so that the tax
 * column sums to the net tax. The byte order mark tells Excel that it is UTF-8.
 */
export function yearTable({ documents, language }: Year): string {
  const t = { locale: language };
  const columns: [string, (document: IssuedDocument) => string][] = [
    [m.document_column_number({}, t), formatDocumentNumber],
    [m.document_column_kind({}, t), (document) => titleOf(document, language)],
    [m.document_issued_on({}, t), ({ issuedOn }) => issuedOn],
    [m.document_paid_on({}, t), ({ data }) => data.paidOn],
    [m.document_column_what({}, t), ({ data }) => data.rows[0]?.label ?? ''],
    [m.receipt_for({}, t), ({ data }) => data.paidFor ?? ''],
    [m.receipt_payment_method({}, t), ({ data }) => data.method],
    [m.document_column_paid({}, t), (document) => (isBack(document) ? '' : dollars(document.amountCents))],
    [m.document_column_back({}, t), (document) => (isBack(document) ? dollars(document.amountCents) : '')],
    [m.document_column_tax({}, t), (document) => dollars(signed(document, taxOf(document.data)))],
  ];
  const rows = documents.map((document) => columns.map(([, value]) => value(document)));
  return `\uFEFF${csvOf([columns.map(([header]) => header), ...rows])}`;
}
