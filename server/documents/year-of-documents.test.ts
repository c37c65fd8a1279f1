import { expect, test } from 'vitest';
import type { IssuedDocument } from './document.ts';
import { yearTable } from './year-of-documents.ts';

test('SEC: what a person typed never becomes a formula in a spreadsheet, nor another column', () => {
  const document = {
    kind: 'INVOICE',
    series: 'US',
    number: 1_000_001,
    country: 'US',
    issuedOn: '2026-11-21',
    amountCents: 14_400,
    data: {
      seller: { name: 'Evenkeel', address: '', taxNumber: null },
      paidFor: '=HYPERLINK("http://a.example"), Joe',
      method: 'Visa',
      paidOn: '2026-11-21',
      rows: [{ kind: 'ITEM', label: 'Essentials', cents: 14_400 }],
      insideTax: null,
      credits: null,
    },
  } as unknown as IssuedDocument;
  const [, row] = yearTable({ year: '2026', documents: [document], language: 'en' }).split('\r\n');
  expect(row).toBe(
    `EK-US-1000-0012,Invoice,2026-11-21,2026-11-21,Essentials,"'=HYPERLINK(""http://a.example""), Joe",Visa,144.00,,0.00`,
  );
});
