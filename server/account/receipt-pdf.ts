import type { readReceipt as readRoute } from '#contract/api/receipts.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { brand } from '#contract/brand.ts';
import { supportPhone } from '#contract/countries.ts';
import { currencyNote } from '#contract/currency-note.ts';
import { formatCents } from '#contract/money.ts';
import { holdersByName } from '#contract/paid-for.ts';
import { m } from '#messages/messages.js';
import type { Language } from '../db/schema.ts';
import { type Charged, longDate, orderPaidWith, paymentMethodText } from '../mail-templates/formats.ts';
import { type Fact, facts, parties, type Row, table } from '../pdf/blocks.ts';
import { isWhole } from '../pdf/printable.ts';
import { paragraph, soft, taggedPdf } from '../pdf/tagged-pdf.ts';
import { linesAndNotes } from '../pricing/quote.ts';

type Receipt = AnswerOf<typeof readRoute>;
/** `day`: of the payment, where the payer lives (ISO date). */
export type ReceiptPage = { shown: Receipt; day: string; language: Language; country: string };

/**
 * A receipt as a document that can be handed on: seller, payer, for whom and which time, what was paid. In the reader's
 * language.
 */
export function receiptPdf({ shown, day, language, country }: ReceiptPage): Promise<Buffer> {
  const t = { locale: language };
  const { receipt, billedTo } = shown;
  const { company, supportEmail, name } = brand;
  const title = `${m.billing_receipt_title({ brand: name }, t)} ${receipt.receiptNumber}`;
  const footer = [m.mail_footer_questions({ email: supportEmail, phone: supportPhone(country).display }, t)];
  return taggedPdf({ title, language, country, footer: [...footer, `${company.name}, ${company.address}`] }, (page) => {
    const { document } = page;
    const { rows, notes } = linesAndNotes(receipt.lines, language);
    const currency = currencyNote(receipt.country, t);
    paragraph(page, { tag: 'H1', text: m.account_receipt_title({}, t), size: 22, bold: true, space: 0.5 });
    facts(page, factsOf({ shown, day, language }));
    document.moveDown(1.2);
    parties(page, [
      { label: m.account_receipt_from({}, t), lines: [company.name, company.address] },
      { label: m.receipt_billed_to({}, t), lines: billedTo },
    ]);
    document.moveDown(1.6);
    paragraph(page, { tag: 'H2', text: m.account_receipt_lines({}, t), size: 13, bold: true, space: 0.4 });
    const total = { label: m.receipt_total_paid({}, t), amount: receipt.totals.totalFormatted, bold: true };
    table(page, [...rows.map(({ label, amountFormatted }) => ({ label, amount: amountFormatted })), total]);
    document.moveDown(0.4);
    const whole = [...billedTo, ...receipt.paidFor.map(({ name }) => name)].every(isWhole);
    const letters = whole ? [] : [m.pdf_letters_simplified({}, t)];
    for (const text of [...notes, ...(currency === null ? [] : [currency]), ...letters]) {
      paragraph(page, { tag: 'P', text, size: 9.5, color: soft, space: 0.2 });
    }
    document.moveDown(1);
    table(page, refundRows(shown, language));
  });
}

function factsOf({ shown: { receipt }, day, language }: Omit<ReceiptPage, 'country'>): Fact[] {
  const t = { locale: language };
  const { paidFor, transactionId, receiptNumber } = receipt;
  const term = paidFor.find(({ from }) => from !== null);
  const days = term?.from &&
    term.until && { from: longDate(term.from, { language }), until: longDate(term.until, { language }) };
  return [
    { label: m.account_receipt_number({}, t), value: receiptNumber },
    { label: m.receipt_date({}, t), value: longDate(day, { language }) },
    ...(paidFor.length === 0 ? [] : [{ label: m.receipt_for({}, t), value: holdersByName(paidFor, language) }]),
    ...(days ? [{ label: m.receipt_period({}, t), value: m.receipt_period_days(days, t) }] : []),
    { label: m.receipt_payment_method({}, t), value: methodOf(receipt, language) },
    ...(transactionId === null ? [] : [{ label: m.billing_receipt_transaction({}, t), value: transactionId }]),
  ];
}

function methodOf({ paymentType, cardLastFour, paymentCodeDetails }: Receipt['receipt'], language: Language): string {
  const method: Charged | null = paymentType && { type: paymentType, cardBrand: null, cardLastFour };
  return paymentMethodText(orderPaidWith({ method, codes: paymentCodeDetails.length }), { t: { locale: language } });
}

/** What went back, after the total and the tax in it. */
function refundRows({ receipt, refunded, refundedFormatted }: Receipt, language: Language): Row[] {
  const t = { locale: language };
  if (refunded === 0) return [];
  return [
    { label: m.receipt_given_back({}, t), amount: `−${refundedFormatted}` },
    { label: m.receipt_left({}, t), amount: formatCents(receipt.totals.total - refunded), bold: true },
  ];
}
