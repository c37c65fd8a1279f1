import { expect, test } from 'vitest';
import { m } from '#messages/messages.js';
import { pdfContains } from '#tests/setup/pdf-text.ts';
import type { IssuedDocument } from './document.ts';
import { documentPdf } from './document-pdf.ts';
import { yearPdf, yearTable } from './year-of-documents.ts';

const document = {
  kind: 'INVOICE',
  series: 'US',
  number: 1_000_001,
  country: 'US',
  issuedOn: '2026-11-21',
  issuedAt: new Date('2026-11-21T12:00:00Z'),
  language: 'en',
  amountCents: 14_400,
  data: {
    seller: { name: 'Evenkeel', address: '', taxNumber: null },
    buyer: ['Marta Ruiz'],
    period: null,
    transactionId: null,
    paidFor: '=HYPERLINK("http://a.example"), Joe',
    method: 'Visa',
    paidOn: '2026-11-21',
    rows: [{ kind: 'ITEM', label: 'Essentials', cents: 14_400 }],
    insideTax: null,
    credits: null,
  },
} as unknown as IssuedDocument;

test('SEC: user input becomes neither a spreadsheet formula nor another column', () => {
  const [, row] = yearTable({ year: '2026', documents: [document], language: 'en' }).split('\r\n');
  expect(row).toBe(
    `EK-US-1000-0012,Invoice,2026-11-21,2026-11-21,Essentials,"'=HYPERLINK(""http://a.example""), Joe",Visa,144.00,,0.00`,
  );
});

test('the tax of a credit note is subtracted in the table of a year', () => {
  const taxed = (kind: string, amountCents: number, cents: number) => ({
    ...document,
    kind,
    amountCents,
    data: { ...document.data, paidFor: null, rows: [{ kind: 'TAX', label: 'Sales tax', cents }] },
  });
  const documents = [taxed('INVOICE', 15_408, 1_008), taxed('CREDIT_NOTE', 7_704, 504)] as never;
  const rows = yearTable({ year: '2026', documents, language: 'en' }).trim().split('\r\n').slice(1);
  expect(rows.map((row) => row.split(',').slice(-3))).toEqual([
    ['154.08', '', '10.08'],
    ['', '77.04', '-5.04'],
  ]);
});

test('6-32: too many documents for one PDF become a list with the total and where to find them', async () => {
  const [few, many] = await Promise.all(
    [2, 101].map((count) => {
      const documents = Array.from({ length: count }, () => document);
      return yearPdf({ year: '2026', documents: documents as never, language: 'en' });
    }),
  );
  const facts = ['Payments in 2026', 'US$14,544.00', 'Total paid', m.document_year_list_alone({}, { locale: 'en' })];
  const of = (pdf: Buffer | undefined) => facts.filter((fact) => pdf !== undefined && pdfContains(pdf, fact));
  expect(of(few)).toEqual([facts[0], facts[2]]);
  expect(of(many)).toEqual([facts[0], facts[1], facts[3]]);
  expect(many).toSatisfy((pdf: Buffer) => pdfContains(pdf, '5 / 5'));
});

test('a document whose rows do not fit on one page continues on the next one', async () => {
  const rows = Array.from({ length: 40 }, () => ({ kind: 'ITEM', label: 'Essentials', cents: 100 }));
  const pdf = await documentPdf({ ...document, data: { ...document.data, rows } } as IssuedDocument);
  expect(pdfContains(pdf, '2 / 2')).toBe(true);
});
