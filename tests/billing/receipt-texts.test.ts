import fc from 'fast-check';
import { expect, test } from 'vitest';
import { currencyNote } from '#contract/currency-note.ts';
import { formatCents } from '#contract/money.ts';
import { receiptPdf } from '#server/account/receipt-pdf.ts';
import { presentReceipt } from '#server/checkout/receipt.ts';
import { links } from '#server/jobs/links.ts';
import { receiptMailProps } from '#server/jobs/send-receipt.ts';
import { longDate } from '#server/mail-templates/formats.ts';
import { renderMail } from '#server/mail-templates/render-mail.ts';
import { type ReceiptCase, receiptCases } from './receipt-orders.ts';
import { readMailHtml, readMailText, readPdf, type Reading, readScreen } from './receipt-readers.ts';

const billedTo = ['Marta Núñez', '12 Lake Street', 'Minneapolis, Minnesota 55401'];

/** The four forms of one receipt, read. */
async function readAll({
  order,
  terms,
  refunded,
}: ReceiptCase): Promise<Record<'screen' | 'html' | 'text' | 'pdf', Reading>> {
  const { language, country } = order;
  const receipt = presentReceipt(order, { terms, language });
  const props = receiptMailProps({ order, receipt, firstName: 'Marta', to: links({ publicUrl: 'https://a.example' }) });
  const mail = await renderMail({ template: 'receipt', language, country: country ?? 'US', props });
  const shown = { receipt, purpose: order.purpose, refunded, refundedFormatted: formatCents(refunded), billedTo };
  const pdf = await receiptPdf({ shown, day: '2026-11-21', language, country: country ?? 'US' });
  return {
    screen: readScreen(receipt, language),
    html: readMailHtml(mail),
    text: readMailText(mail),
    pdf: readPdf(pdf, { refunds: refunded > 0 }),
  };
}

const renewalPattern = {
  en: /(.{0,25})renews on (\w+ \d+, \d{4}) for (US\$[\d,]+\.\d\d)/gi,
  es: /(.{0,30})se renueva el (\d+ de \w+ de \d{4}) por (US\$[\d,]+\.\d\d)/gi,
};

/** What a reader is told will be charged: whose (null: their own), on which day, how much. */
function promisesIn({ words }: Reading, { language, others }: { language: 'en' | 'es'; others: readonly string[] }) {
  return [...words.matchAll(renewalPattern[language])].map(([, whose = '', date, amount]) => ({
    heldBy:
      others.find((name) => whose.trimEnd().match(new RegExp(`${name}(?:['’]s(?: subscription)?)?$`, 'u'))) ?? null,
    date,
    amount,
  }));
}

test('the rows of screen, mail and PDF sum to their total, name whose plan it is and whose dollars, and promise each renewal by itself', async () => {
  let withTaxInside = 0;
  let renewalsOfOthers = 0;
  await fc.assert(
    fc.asyncProperty(receiptCases, async (one) => {
      const { order, terms, refunded } = one;
      const { language, country } = order;
      const readings = await readAll(one);
      const inside = presentReceipt(order, { terms, language }).lines.find(({ kind }) => kind === 'INCLUDED_TAX');
      const note = currencyNote(country, { locale: language });
      const others = terms.filter(({ userId }) => userId !== order.userId).map(({ firstName }) => firstName);
      for (const [reader, { rows, total, words }] of Object.entries(readings)) {
        expect([reader, rows.reduce((sum, cents) => sum + cents, 0), total]).toEqual([
          reader,
          order.totalCents,
          order.totalCents,
        ]);
        for (const name of others) expect([reader, words.includes(name)]).toEqual([reader, true]);
        expect([reader, note !== null && words.includes(note)]).toEqual([reader, country !== 'US']);
        // Every amount names its currency.
        expect(words).not.toMatch(/(?<!US)\$\d/);
        if (inside) expect(words).toContain(`${inside.label}: ${inside.amountFormatted}`);
      }
      if (refunded > 0) expect(readings.pdf.words).toContain(formatCents(order.totalCents - refunded));
      const expected = terms
        .filter(({ renews }) => renews)
        .map(({ userId, firstName, until }) => ({
          heldBy: userId === order.userId ? null : firstName,
          date: longDate(until ?? '', { language }),
          amount: formatCents(order.quote.renewal.amountCents / (order.payForCoParent ? 2 : 1)),
        }));
      for (const reader of ['screen', 'html', 'text'] as const) {
        expect([reader, promisesIn(readings[reader], { language, others })]).toEqual([reader, expected]);
      }
      withTaxInside += inside ? 1 : 0;
      renewalsOfOthers += others.length > 0 && expected.length > 0 ? 1 : 0;
    }),
    { numRuns: 50 },
  );
  // The orders went where it hurts.
  expect(withTaxInside).toBeGreaterThan(0);
  expect(renewalsOfOthers).toBeGreaterThan(0);
});
