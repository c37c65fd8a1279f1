import type { Language } from '#contract/fields/languages.ts';
import { divideRounded } from '#contract/fields/money.ts';
import { m } from '#messages/messages.js';
import type { DocumentData, DocumentRow } from './document.ts';

/** What was returned of an invoice: as money, and to the activation codes that had paid. */
export type ReturnedAmounts = { cents: number; codesCents: number };
type CreditableRows = Pick<DocumentData, 'rows' | 'insideTax'>;

const sum = (rows: readonly DocumentRow[]) => rows.reduce((total, { cents }) => total + cents, 0);

/** What codes paid of an invoice, or deducted from its price. */
export function paidByCodes({ rows }: Pick<DocumentData, 'rows'>): number {
  return 0 - sum(rows.filter(({ kind }) => kind === 'CODE' || kind === 'GIVEN'));
}

/** The taxed part of it: what codes paid, and not what they deducted. */
function taxedByCodes({ rows }: Pick<DocumentData, 'rows'>): number {
  return 0 - sum(rows.filter(({ kind }) => kind === 'CODE'));
}

/** A debit note's rows for what was not returned after all. */
export function reversed({ rows, insideTax }: CreditableRows): CreditableRows {
  return {
    rows: rows.map((row) => ({ ...row, cents: -row.cents })),
    insideTax: insideTax && { ...insideTax, cents: -insideTax.cents },
  };
}

/**
 * The rows of a credit note after earlier ones of the same invoice: each tax in proportion to the price. Computed as
 * the shares of everything credited so far minus those of `before`, so that a sale refunded in parts is credited to the
 * cent.
 */
export function creditRows(
  invoice: CreditableRows,
  { before, returned, language }: { before: ReturnedAmounts; returned: ReturnedAmounts; language: Language },
): CreditableRows {
  const due = sum(invoice.rows);
  const [byCodes, taxed] = [paidByCodes(invoice), taxedByCodes(invoice)];
  const upTo: ReturnedAmounts = {
    cents: before.cents + returned.cents,
    codesCents: before.codesCents + returned.codesCents,
  };
  const share = (cents: number, { part, whole }: { part: (amounts: ReturnedAmounts) => number; whole: number }) =>
    whole === 0 ? 0 : divideRounded(cents * part(upTo), whole) - divideRounded(cents * part(before), whole);
  const taxedCodes = ({ codesCents }: ReturnedAmounts) =>
    byCodes === 0 ? 0 : divideRounded(codesCents * taxed, byCodes);
  const ofTaxed = { part: (amounts: ReturnedAmounts) => amounts.cents + taxedCodes(amounts), whole: due + taxed };
  const taxes = invoice.rows
    .filter(({ kind }) => kind === 'TAX')
    .map((row) => ({ ...row, cents: share(row.cents, ofTaxed) }));
  const label = m.document_codes_back({}, { locale: language });
  const taxedBack = taxedCodes(upTo) - taxedCodes(before);
  const codes: DocumentRow[] = [
    { kind: 'GIVEN', label, cents: taxedBack - returned.codesCents },
    { kind: 'CODE', label, cents: 0 - taxedBack },
  ];
  const item: DocumentRow = {
    kind: 'ITEM',
    label: invoice.rows[0]?.label ?? '',
    cents: returned.cents + returned.codesCents - sum(taxes),
  };
  const { insideTax } = invoice;
  return {
    rows: [item, ...taxes, ...codes.filter(({ cents }) => cents !== 0)],
    insideTax: insideTax && {
      ...insideTax,
      cents: share(insideTax.cents, ofTaxed),
    },
  };
}
