import { expect, test } from 'vitest';
import { m } from '#messages/messages.js';
import { pdfContains } from '#tests/setup/pdf-text.ts';
import { creditRows } from './credit-rows.ts';
import type { DocumentRow, IssuedDocument } from './document.ts';
import { documentPdf } from './document-pdf.ts';

const code = (kind: 'CODE' | 'GIVEN', cents: number): DocumentRow => ({ kind, label: 'Code …DEMO', cents: -cents });
const inAustralia = (kind: IssuedDocument['kind'], amountCents: number, data: object) =>
  ({
    kind,
    series: 'AU',
    number: 1_000_001,
    country: 'AU',
    issuedOn: '2026-11-21',
    issuedAt: new Date('2026-11-21T12:00:00Z'),
    language: 'en',
    amountCents,
    data: {
      seller: { name: 'Evenkeel', address: '1 Quay', taxNumber: null },
      buyer: [],
      period: null,
      transactionId: null,
      paidFor: null,
      method: 'Visa',
      paidOn: '2026-11-21',
      credits: null,
      ...data,
    },
  }) as unknown as IssuedDocument;

test.each([
  ['a code that was paid for', [code('CODE', 7_200)], 1_400, 'US$140.00'],
  ['a code that pays everything', [code('CODE', 15_400)], 1_400, 'US$140.00'],
  ['a free code', [code('GIVEN', 7_200)], 745, 'US$74.55'],
  ['both', [code('GIVEN', 7_200), code('CODE', 5_000)], 745, 'US$74.55'],
])('Y5: with %s, the amount without tax is that of the stated tax, on invoice and credit note', async (...row) => {
  const [, codes, taxCents, net] = row;
  const rows: DocumentRow[] = [{ kind: 'ITEM', label: 'Essentials', cents: 15_400 }, ...codes];
  const codesCents = codes.reduce((sum, { cents }) => sum - cents, 0);
  const paid = 15_400 - codesCents;
  const invoice = { rows, insideTax: { label: 'GST in the full price', percent: 10, cents: taxCents } };
  const before = { cents: 0, codesCents: 0 };
  const credit = creditRows(invoice, { before, returned: { cents: paid, codesCents }, language: 'en' });
  for (const document of [inAustralia('INVOICE', paid, invoice), inAustralia('CREDIT_NOTE', paid, credit)])
    expect(pdfContains(await documentPdf(document), `Amount without tax: ${net}`)).toBe(true);
});

test('SEC9: a document says that a name in its rows was left out', async () => {
  const rows = [{ kind: 'ITEM', label: 'Essentials (李小龙), one year', cents: 14_400 }];
  const pdf = await documentPdf(inAustralia('INVOICE', 14_400, { rows, insideTax: null }));
  expect(pdfContains(pdf, m.pdf_letters_simplified({}, { locale: 'en' }))).toBe(true);
});
