import type { Quote } from '#contract/api/prices.ts';

/**
 * What to say about tax when no line does: `pending` before there is an address, for then the total is not yet what is
 * paid; `none` where there is none to pay.
 */
export function taxSaid({
  lines,
  taxesCalculated,
  includesVat,
}: Pick<Quote, 'lines' | 'taxesCalculated' | 'includesVat'>): 'pending' | 'none' | undefined {
  if (includesVat || lines.some(({ kind }) => kind === 'TAX')) return undefined;
  return taxesCalculated ? 'none' : 'pending';
}
