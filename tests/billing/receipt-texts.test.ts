import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ServedCountry } from '#contract/fields/countries.ts';
import { currencyNote } from '#contract/fields/currency-note.ts';
import type { Day } from '#contract/fields/day.ts';
import { formatCents } from '#contract/fields/money.ts';
import { invoiceData } from '#server/checkout/invoice.ts';
import { presentReceipt } from '#server/checkout/receipt.ts';
import { creditRows } from '#server/documents/credit-rows.ts';
import type { DocumentData, IssuedDocument } from '#server/documents/document.ts';
import { documentPdf } from '#server/documents/document-pdf.ts';
import { sellersOf } from '#server/documents/sellers.ts';
import { links } from '#server/jobs/mail/links.ts';
import { receiptMailProps } from '#server/jobs/mail/send-receipt.ts';
import { longDate } from '#server/mail-templates/formats.ts';
import { renderMail } from '#server/mail-templates/render-mail.ts';
import { receipt as receiptMail } from '#server/mail-templates/templates/receipt.ts';
import { testSites } from '../setup/sites.ts';
import { type ReceiptCase, receiptCases } from './receipt-orders.ts';
import { type Reading, readMailHtml, readMailText, readPdf, readScreen } from './receipt-readers.ts';

const payer = {
  customer: { id: 'c', firstName: 'Marta', lastName: 'Núñez', email: 'marta@example.com' },
  billing: null,
  cardholderName: null,
  storeInVault: true,
  deviceData: null,
  recurring: null,
};

function documentOf({ order }: ReceiptCase, data: DocumentData, amountCents: number): IssuedDocument {
  const { id, userId, language, country, createdAt } = order;
  const kind = data.credits === null ? 'INVOICE' : 'CREDIT_NOTE';
  return {
    id,
    kind,
    series: country ?? '',
    number: 1_000_001,
    cause: `order:${id}`,
    orderId: id,
    userId,
    invoiceId: null,
    amountCents,
    codesCents: 0,
    country: country as ServedCountry,
    language,
    issuedOn: '2026-11-21',
    issuedAt: createdAt,
    data,
  };
}

/** The invoice, and the credit note for its refund. */
async function readDocuments(one: ReceiptCase): Promise<Record<'invoice' | 'credit', Reading>> {
  const { order, terms, refunded } = one;
  const { language, totalCents } = order;
  const data = invoiceData({ order, terms, payer, sellers: sellersOf({}) });
  const amounts = { before: { cents: 0, codesCents: 0 }, returned: { cents: refunded, codesCents: 0 }, language };
  const credit = {
    ...data,
    ...creditRows(data, amounts),
    credits: { number: 'EK-1', issuedOn: '2026-11-21' as const },
  };
  return {
    invoice: readPdf(await documentPdf(documentOf(one, data, totalCents))),
    credit: readPdf(await documentPdf(documentOf(one, credit, refunded))),
  };
}

/** The five forms of one payment's receipt, as read. */
async function readAll(one: ReceiptCase): Promise<Record<'screen' | 'html' | 'text' | 'invoice' | 'credit', Reading>> {
  const { order, terms } = one;
  const { language, country } = order;
  const receipt = presentReceipt(order, { terms, language });
  const props = receiptMailProps({
    order,
    receipt,
    firstName: 'Marta',
    closesOn: null,
    isCoParentInvited: false,
    isFirst: order.kind === 'SIGN_UP' || order.kind === 'INVITE',
    isInvoiceAttached: true,
    confirmUrl: null,
    isBackup: false,
    to: links({ sites: testSites({ PUBLIC_URL: 'https://a.example' }) }, { siteCountry: null }),
  });
  const mail = await renderMail({ template: receiptMail, language, country: country ?? 'US', props });
  return {
    screen: readScreen(receipt, language),
    html: readMailHtml(mail),
    text: readMailText(mail),
    ...(await readDocuments(one)),
  };
}

const renewalPattern = {
  en: /(.{0,25})renews on (\w+ \d+, \d{4}|\d+ \w+ \d{4}) for (US\$[\d,]+\.\d\d)/gi,
  es: /(.{0,30})se renueva el (\d+ de \w+ de \d{4}) por (US\$[\d,]+\.\d\d)/gi,
};

/** The announced charges: whose (null: the reader's own), on which day, how much. */
function promisesIn({ words }: Reading, { language, others }: { language: 'en' | 'es'; others: readonly string[] }) {
  return [...words.matchAll(renewalPattern[language])].map(([, whose = '', date, amount]) => ({
    heldBy:
      others.find((name) => whose.trimEnd().match(new RegExp(`${name}(?:['’]s(?: subscription)?)?$`, 'u'))) ?? null,
    date,
    amount,
  }));
}

test('M12, T1, T2, T5, T13: the rows of screen, mail, invoice and credit note sum to their total, name whose plan it is and whose dollars, and promise each renewal by itself', async () => {
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
          reader === 'credit' ? refunded : order.totalCents,
          reader === 'credit' ? refunded : order.totalCents,
        ]);
        for (const name of others) expect([reader, words.includes(name)]).toEqual([reader, true]);
        expect([reader, note !== null && words.includes(note)]).toEqual([reader, country !== 'US']);
        // Every amount names its currency.
        expect(words).not.toMatch(/(?<!US)\$\d/);
        if (inside && reader !== 'credit')
          expect(words.replace(/ \(\d+%\)/, '')).toContain(`${inside.label}: ${inside.amountFormatted}`);
      }
      const expected = terms
        .filter(({ renews }) => renews)
        .map(({ userId, firstName, until }) => ({
          heldBy: userId === order.userId ? null : firstName,
          until: until as Day,
          amount: formatCents(order.quote.renewal.amountCents / (order.payForCoParent ? 2 : 1)),
        }));
      for (const reader of ['screen', 'html', 'text'] as const) {
        const where = { language, country: reader === 'screen' ? null : country };
        const promised = expected.map(({ until, ...promise }) => ({ ...promise, date: longDate(until, where) }));
        expect([reader, promisesIn(readings[reader], { language, others })]).toEqual([reader, promised]);
      }
      withTaxInside += inside ? 1 : 0;
      renewalsOfOthers += others.length > 0 && expected.length > 0 ? 1 : 0;
    }),
    { numRuns: 50 },
  );
  // The orders included the difficult cases.
  expect(withTaxInside).toBeGreaterThan(0);
  expect(renewalsOfOthers).toBeGreaterThan(0);
});
