import * as z from 'zod';
import type { Taxes, TaxPort, TaxQuestion } from './port.ts';
import { taxOn } from './tax-amounts.ts';

const shape = z.object({
  lines: z.array(
    z.object({
      name: z.enum(['GST', 'PST', 'QST', 'HST', 'VAT', 'IVA', 'SALES_TAX']),
      region: z.string().nullable(),
      rate: z.int().nonnegative(),
      taxablePercent: z.int().min(1).max(100),
      amountCents: z.int().nonnegative(),
    }),
  ),
  rateSource: z.string().min(1),
  rateDate: z.iso.date(),
});

/** Why an answer cannot be charged, or null: an amount may differ from its rate by rounding alone. */
export function taxProblem({ amountCents }: TaxQuestion, answer: unknown): string | null {
  const { data, error } = shape.safeParse(answer);
  if (!data) return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  const wrong = data.lines.find((line) => Math.abs(line.amountCents - taxOn({ ...line, amountCents })) > 1);
  return wrong ? `${wrong.name}: ${wrong.amountCents} cents do not follow from its rate` : null;
}

/** A tax service of somebody else's: what cannot be charged throws, as a service that fails does. */
export const checkedTaxes = (tax: TaxPort): TaxPort => ({
  taxesFor: async (question): Promise<Taxes> => {
    const answer = await tax.taxesFor(question);
    const problem = taxProblem(question, answer);
    if (problem !== null) throw new Error(`The tax adapter answered what cannot be charged: ${problem}`);
    return answer;
  },
});
