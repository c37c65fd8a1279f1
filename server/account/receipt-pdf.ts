import PDFDocument from 'pdfkit';
import type { readReceipt as readRoute } from '#contract/api/account.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { brand, supportPhone } from '#contract/brand.ts';
import { formatCents } from '#contract/money.ts';
import { m } from '#messages/messages.js';
import type { Language } from '../db/schema.ts';

type Receipt = AnswerOf<typeof readRoute>;
export type ReceiptPage = { shown: Receipt; language: Language; country: string };

const letterPaper = new Set(['US', 'CA', 'MX']);
/** What the built-in typefaces of PDF can write (Windows-1252). A line that they cannot is left out rather than written wrong. */
const writable =
  /^[\u0020-\u007e\u00a0-\u00ff\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026]*$/u;
const ink = '#12263a';
const soft = '#4a5b6c';
const rule = '#d9d5cc';
const margin = 64;

/** The built-in typefaces have a hyphen where our amounts have a minus sign. */
const plain = (text: string) => text.replaceAll('\u2212', '-');

type Page = { document: PDFKit.PDFDocument; language: Language };
type Row = { label: string; amount: string; bold?: boolean };

/** A receipt as a tagged PDF: its text can be searched, copied and read aloud, in the reader's language. */
export async function receiptPdf({ shown, language, country }: ReceiptPage): Promise<Buffer> {
  const say = { locale: language };
  const title = m.billing_receipt_title({ brand: brand.name }, say);
  const document = new PDFDocument({
    size: letterPaper.has(country) ? 'LETTER' : 'A4',
    margins: { top: margin, bottom: margin, left: margin, right: margin },
    pdfVersion: '1.7',
    tagged: true,
    lang: language,
    displayTitle: true,
    info: { Title: title, Author: brand.name },
  });
  const chunks: Buffer[] = [];
  const finished = new Promise<void>((resolve, reject) => {
    document
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', resolve)
      .on('error', reject);
  });
  const page = { document, language };
  paragraph(page, { tag: 'H1', text: title, size: 22, bold: true, space: 0.6 });
  for (const line of factsOf(shown, language)) paragraph(page, { tag: 'P', text: line, size: 11, space: 0.15 });
  document.moveDown(1);
  table(page, [
    ...shown.receipt.lines.map(({ label, amountFormatted }) => ({ label, amount: amountFormatted })),
    ...totalsOf(shown, language),
  ]);
  document.moveDown(1.4);
  const phone = supportPhone(country).display;
  for (const text of [
    m.billing_receipt_support({ email: brand.supportEmail, phone }, say),
    `${brand.company.name}, ${brand.company.address}`,
  ]) {
    paragraph(page, { tag: 'P', text, size: 9.5, color: soft, space: 0.2 });
  }
  document.end();
  await finished;
  return Buffer.concat(chunks);
}

function factsOf({ receipt, billedTo }: Receipt, language: Language): string[] {
  const say = { locale: language };
  const date = new Intl.DateTimeFormat(language === 'es' ? 'es-419' : 'en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(receipt.transactionDateTime),
  );
  return [
    m.billing_receipt_date({ date }, say),
    m.billing_receipt_number({ number: receipt.orderId }, say),
    ...(receipt.transactionId === null ? [] : [m.billing_receipt_transaction({ id: receipt.transactionId }, say)]),
    ...(receipt.cardLastFour === null ? [] : [m.billing_receipt_card({ lastFour: receipt.cardLastFour }, say)]),
    m.billing_receipt_billed_to({ address: billedTo.filter((line) => writable.test(line)).join(', ') }, say),
  ];
}

function totalsOf({ receipt, refunded, refundedFormatted }: Receipt, language: Language): Row[] {
  const say = { locale: language };
  const total = { label: m.billing_receipt_total({}, say), amount: receipt.totals.totalFormatted, bold: true };
  if (refunded === 0) return [total];
  const left = formatCents(receipt.totals.total - refunded);
  return [
    total,
    { label: m.billing_receipt_refunded({}, say), amount: `-${refundedFormatted}` },
    { label: m.billing_receipt_left({}, say), amount: left, bold: true },
  ];
}

type Piece = { tag: string; text: string; size: number; bold?: boolean; color?: string; space: number };

function paragraph({ document }: Page, { tag, text, size, bold = false, color = ink, space }: Piece): void {
  if (!writable.test(plain(text))) return;
  document.addStructure(
    document.struct(tag, {}, () => {
      write(document, { bold, size, color }).text(plain(text));
    }),
  );
  document.moveDown(space);
}

function write(document: PDFKit.PDFDocument, { bold, size, color }: { bold: boolean; size: number; color: string }): PDFKit.PDFDocument {
  return document
    .font(bold ? 'Helvetica-Bold' : 'Helvetica')
    .fontSize(size)
    .fillColor(color);
}

/** Labels left, amounts right, each row a row of the document's structure. */
function table({ document }: Page, rows: readonly Row[]): void {
  const width = document.page.width - 2 * margin;
  const amountWidth = 110;
  const root = document.struct('Table');
  document.addStructure(root);
  for (const { label, amount, bold = false } of rows) {
    const top = document.y + 6;
    const style = { bold, size: 11, color: ink };
    const cell = (text: string, place: () => void) => document.struct('TD', { actual: text }, place);
    const labelWidth = width - amountWidth - 12;
    const row = document.struct('TR', {}, [
      cell(plain(label), () => write(document, style).text(plain(label), margin, top, { width: labelWidth })),
      cell(plain(amount), () =>
        write(document, style).text(plain(amount), margin + width - amountWidth, top, { width: amountWidth, align: 'right' }),
      ),
    ]);
    root.add(row);
    row.end();
    const height = write(document, style).heightOfString(plain(label), { width: labelWidth });
    document.y = top + height + 6;
    document.x = margin;
    document.markContent('Artifact');
    document
      .moveTo(margin, document.y)
      .lineTo(margin + width, document.y)
      .lineWidth(0.5)
      .strokeColor(rule)
      .stroke();
    document.endMarkedContent();
  }
  root.end();
}
