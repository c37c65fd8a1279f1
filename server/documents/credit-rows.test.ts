import fc from 'fast-check';
import { expect, test } from 'vitest';
import { creditRows, paidByCodes, type ReturnedAmounts } from './credit-rows.ts';
import type { DocumentData, DocumentRow } from './document.ts';

const sum = (rows: readonly DocumentRow[]) => rows.reduce((total, { cents }) => total + cents, 0);
const item = (cents: number): DocumentRow => ({ kind: 'ITEM', label: 'Essentials, one year', cents });

/**
 * An invoice with added or included taxes, part of which codes may have paid; and the shares in which it is refunded.
 */
const invoices = fc
  .record({
    priceCents: fc.integer({ min: 1, max: 60_000 }),
    addedPercents: fc.array(fc.integer({ min: 0, max: 15 }), { maxLength: 2 }),
    insidePercent: fc.integer({ min: 0, max: 20 }),
    codesPercent: fc.integer({ min: 0, max: 100 }),
    cuts: fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 4 }),
  })
  .map(({ priceCents, addedPercents, insidePercent, codesPercent, cuts }) => {
    const taxes = addedPercents.map((percent): DocumentRow => {
      return { kind: 'TAX', label: `GST (${percent}%)`, cents: Math.round((priceCents * percent) / 100) };
    });
    const codes = Math.floor(((priceCents + sum(taxes)) * codesPercent) / 100);
    const rows = [
      item(priceCents),
      ...taxes,
      ...(codes > 0 ? [{ kind: 'CODE', label: '…', cents: -codes } as const] : []),
    ];
    const insideCents = Math.floor((sum(rows) * insidePercent) / 120);
    const insideTax = taxes.length > 0 ? null : { label: 'Including VAT', percent: 20, cents: insideCents };
    return { rows, insideTax, cuts };
  });

function inParts({ rows, insideTax, cuts }: typeof invoices extends fc.Arbitrary<infer One> ? One : never) {
  const invoice: Pick<DocumentData, 'rows' | 'insideTax'> = { rows, insideTax };
  const at = (percent: number): ReturnedAmounts => ({
    cents: Math.floor((sum(rows) * percent) / 100),
    codesCents: Math.floor((paidByCodes(invoice) * percent) / 100),
  });
  const marks = [...cuts, 0, 100].sort((one, other) => one - other).map(at);
  return marks.slice(1).map((upTo, index) => {
    const before = marks[index] ?? at(0);
    const returned = { cents: upTo.cents - before.cents, codesCents: upTo.codesCents - before.codesCents };
    return { back: returned, said: creditRows(invoice, { before, returned, language: 'en' }) };
  });
}

test('credit note rows sum to the refund, and all credit notes of an invoice to its taxes and total', () => {
  fc.assert(
    fc.property(invoices, (one) => {
      const parts = inParts(one);
      for (const { back, said } of parts) {
        expect(sum(said.rows)).toBe(back.cents);
        expect(paidByCodes(said)).toBe(back.codesCents);
        // A part of a few cents may be less than the taxes that round up with it.
        const least = back.cents + back.codesCents < 4 ? -2 : 0;
        expect(said.rows.every(({ kind, cents }) => kind === 'CODE' || cents >= least)).toBe(true);
        expect(said.insideTax?.cents ?? 0).toBeLessThanOrEqual(back.cents);
      }
      const all = (kind: DocumentRow['kind']) =>
        sum(parts.flatMap(({ said }) => said.rows.filter((row) => row.kind === kind)));
      const invoiced = (kind: DocumentRow['kind']) => sum(one.rows.filter((row) => row.kind === kind));
      expect([all('ITEM'), all('TAX'), all('CODE')]).toEqual([invoiced('ITEM'), invoiced('TAX'), invoiced('CODE')]);
      const inside = parts.reduce((total, { said }) => total + (said.insideTax?.cents ?? 0), 0);
      expect(inside).toBe(one.insideTax?.cents ?? 0);
    }),
  );
});
