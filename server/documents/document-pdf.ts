import { brand } from '#contract/brand.ts';
import { supportPhone } from '#contract/fields/countries.ts';
import { currencyNote } from '#contract/fields/currency-note.ts';
import type { Day } from '#contract/fields/day.ts';
import { formatDocumentNumber } from '#contract/fields/document-number.ts';
import { formatCents } from '#contract/fields/money.ts';
import { m } from '#messages/messages.js';
import type { Db } from '../db/pool.ts';
import type { Language } from '../db/schema.ts';
import { longDate } from '../mail-templates/formats.ts';
import { type Fact, facts, parties, table } from '../pdf/blocks.ts';
import { isWhole } from '../pdf/printable.ts';
import { type Page, paragraph, soft, taggedPdf } from '../pdf/tagged-pdf.ts';
import type { IssuedDocument } from './document.ts';
import { readPdf, storePdf } from './document-repository.ts';
import { sellerLines, taxNumberLine, titleOf } from './document-texts.ts';

/** The PDF of a document: rendered when it is first mailed or opened, and stored. */
export async function pdfOf(db: Db, document: IssuedDocument): Promise<Buffer> {
  const { id } = document;
  const stored = await readPdf(db, id);
  if (stored) return stored;
  const rendered = await documentPdf(document);
  const pdf = (await storePdf(db, { id, pdf: rendered })) ? rendered : await readPdf(db, id);
  if (!pdf) throw new Error(`The PDF of document ${id} was not stored`);
  return pdf;
}

/** Named by its number. */
export const fileNameOf = (document: IssuedDocument): string => `${formatDocumentNumber(document)}.pdf`;

/** The labels of each kind's number, rows and sum. */
const texts = {
  INVOICE: { number: m.document_number_invoice, lines: m.account_receipt_lines, total: m.receipt_total_paid },
  CREDIT_NOTE: { number: m.document_number_credit, lines: m.document_lines_back, total: m.document_total_back },
  DEBIT_NOTE: { number: m.document_number_debit, lines: m.document_lines_kept, total: m.document_total_kept },
} as const;

/**
 * The PDF of an invoice, credit or debit note: seller, payer, persons and terms, the amount, and the included tax.
 * Rendered from the frozen document.
 */
export function documentPdf(document: IssuedDocument): Promise<Buffer> {
  const { language, country, issuedAt } = document;
  const sheet = {
    title: `${titleOf(document, language)} ${formatDocumentNumber(document)}`,
    language,
    country,
    at: issuedAt,
    footer: footerOf(document, language),
  };
  return taggedPdf(sheet, (page) => drawDocument(page, document));
}

/** Support contact and seller. */
export function footerOf(document: IssuedDocument, language: Language): string[] {
  const { seller } = document.data;
  const phone = supportPhone(document.country).display;
  return [
    m.mail_footer_questions({ email: brand.supportEmail, phone }, { locale: language }),
    [`${seller.name}, ${seller.address}`, ...taxNumberLine(document, language)].join(' · '),
  ];
}

/** The content of a document, from the top of a page. */
export function drawDocument(page: Page, document: IssuedDocument): void {
  const { language, data, amountCents } = document;
  const t = { locale: language };
  paragraph(page, { tag: 'H1', text: titleOf(document, language), size: 22, bold: true, space: 0.5 });
  facts(page, factsOf(document));
  page.document.moveDown(1.2);
  parties(page, [
    { label: m.document_seller({}, t), lines: sellerLines(document, language) },
    { label: m.receipt_billed_to({}, t), lines: data.buyer },
  ]);
  page.document.moveDown(1.6);
  const { lines, total } = texts[document.kind];
  paragraph(page, { tag: 'H2', text: lines({}, t), size: 13, bold: true, space: 0.4 });
  table(page, [
    ...data.rows.map(({ label, cents }) => ({ label, amount: formatCents(cents) })),
    { label: total({}, t), amount: formatCents(amountCents), bold: true },
  ]);
  page.document.moveDown(0.4);
  for (const text of notesOf(document)) paragraph(page, { tag: 'P', text, size: 9.5, color: soft, space: 0.2 });
}

function factsOf(document: IssuedDocument): Fact[] {
  const { kind, language, issuedOn, data } = document;
  const t = { locale: language };
  const { credits, paidFor, period, method, transactionId, paidOn } = data;
  const day = (date: Day) => longDate(date, { language, country: document.country });
  const fact = (label: string, value: string | null): Fact[] => (value === null ? [] : [{ label, value }]);
  const days = period && { from: day(period.from), until: day(period.until) };
  return [
    ...fact(texts[kind].number({}, t), formatDocumentNumber(document)),
    ...fact(m.document_issued_on({}, t), day(issuedOn)),
    ...fact(
      m.document_credits({}, t),
      credits && m.document_credits_of({ number: credits.number, date: day(credits.issuedOn) }, t),
    ),
    ...fact(m.document_paid_on({}, t), paidOn === issuedOn ? null : day(paidOn)),
    ...fact(m.receipt_for({}, t), paidFor),
    ...fact(m.receipt_period({}, t), days && m.receipt_period_days(days, t)),
    ...fact(m.receipt_payment_method({}, t), method),
    ...fact(m.billing_receipt_transaction({}, t), transactionId),
  ];
}

/** Notes: included tax, currency, and letters that could not be printed. */
function notesOf({ kind, language, country, data }: IssuedDocument): string[] {
  const t = { locale: language };
  const { insideTax, buyer, paidFor, rows } = data;
  const currency = currencyNote(country, t);
  const isWritten = [...buyer, paidFor ?? '', ...rows.map(({ label }) => label)].every(isWhole);
  return [
    ...(kind === 'DEBIT_NOTE' ? [m.document_debit_reason({}, t)] : []),
    ...(insideTax === null ? [] : insideNotes(insideTax, { language, taxedCents: taxedOf(data) })),
    ...(currency === null ? [] : [currency]),
    ...(isWritten ? [] : [m.pdf_letters_simplified({}, t)]),
  ];
}

/** A code that was paid for is a payment: what it paid is taxed too. */
const taxedOf = ({ rows }: IssuedDocument['data']) =>
  rows.reduce((sum, { kind, cents }) => (kind === 'CODE' ? sum : sum + cents), 0);

function insideNotes(
  { label, percent, cents }: NonNullable<IssuedDocument['data']['insideTax']>,
  { language, taxedCents }: Pick<IssuedDocument, 'language'> & { taxedCents: number },
): string[] {
  const t = { locale: language };
  const amount = formatCents(cents);
  return [
    m.document_net({ amount: formatCents(taxedCents - cents) }, t),
    percent === null
      ? m.payment_line_included({ label, amount }, t)
      : m.document_inside_tax({ label, percent, amount }, t),
  ];
}
