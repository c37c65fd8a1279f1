import type { Quote } from '#contract/api/prices.ts';

/**
 * The note on tax if there is no tax line: `pending` without an address, because the total is then not final; `none` if
 * none is due.
 */
export function taxNote({
  lines,
  taxesCalculated,
  includesVat,
}: Pick<Quote, 'lines' | 'taxesCalculated' | 'includesVat'>): 'pending' | 'none' | undefined {
  if (includesVat || lines.some(({ kind }) => kind === 'TAX')) return undefined;
  return taxesCalculated ? 'none' : 'pending';
}
