import type { readReceipt as readRoute } from '#contract/api/account.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { brand, supportPhone } from '#contract/brand.ts';
import { currencyNote } from '#contract/currency-note.ts';
import { formatCents } from '#contract/money.ts';
import { m } from '#messages/messages.js';
import type { Language } from '../db/schema.ts';
import { type Charged, longDate, orderPaidWith, paymentMethodText } from '../mail-templates/formats.ts';
import { linesAndNotes } from '../pricing/quote.ts';
import { isWritable, paragraph, type Row, soft, table, taggedPdf } from '../pdf/tagged-pdf.ts';

type Receipt = AnswerOf<typeof readRoute>;
/** `day`: of the payment, where the payer lives (ISO date). */
export type ReceiptPage = { shown: Receipt; day: string; language: Language; country: string };

/** A receipt as a tagged PDF, in the reader's language. */
export function receiptPdf({ shown, day, language, country }: ReceiptPage): Promise<Buffer> {
  const say = { locale: language };
  const title = m.billing_receipt_title({ brand: brand.name }, say);
  return taggedPdf({ title, language, country, margin: 64 }, (page) => {
    paragraph(page, { tag: 'H1', text: title, size: 22, bold: true, space: 0.6 });
    for (const text of factsOf({ shown, day, language })) paragraph(page, { tag: 'P', text, size: 11, space: 0.15 });
    page.document.moveDown(1);
    const { rows, notes } = linesAndNotes(shown.receipt.lines, language);
    table(page, [...rows.map(({ label, amountFormatted }) => ({ label, amount: amountFormatted })), ...totalsOf(shown, language)]);
    page.document.moveDown(0.6);
    const currency = currencyNote(shown.receipt.country, say);
    for (const text of [...notes, ...(currency === null ? [] : [currency])]) {
      paragraph(page, { tag: 'P', text, size: 10, color: soft, space: 0.2 });
    }
    page.document.moveDown(1.4);
    const phone = supportPhone(country).display;
    for (const text of [
      m.billing_receipt_support({ email: brand.supportEmail, phone }, say),
      `${brand.company.name}, ${brand.company.address}`,
    ]) {
      paragraph(page, { tag: 'P', text, size: 9.5, color: soft, space: 0.2 });
    }
  });
}

function factsOf({ shown: { receipt, billedTo }, day, language }: Omit<ReceiptPage, 'country'>): string[] {
  const say = { locale: language };
  return [
    m.billing_receipt_date({ date: longDate(day, { language }) }, say),
    m.billing_receipt_number({ number: receipt.orderId }, say),
    ...(receipt.transactionId === null ? [] : [m.billing_receipt_transaction({ id: receipt.transactionId }, say)]),
    m.billing_receipt_method({ method: methodOf(receipt, language) }, say),
    m.billing_receipt_billed_to({ address: billedTo.filter(isWritable).join(', ') }, say),
  ];
}

function methodOf({ paymentType, cardLastFour, paymentCodeDetails }: Receipt['receipt'], language: Language): string {
  const method: Charged | null = paymentType && { type: paymentType, cardBrand: null, cardLastFour };
  return paymentMethodText(orderPaidWith({ method, codes: paymentCodeDetails.length }), { say: { locale: language } });
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
