import type { TaxPort } from '#server/gateways/tax/port.ts';
import { taxProblem } from '#server/gateways/tax/tax-problem.ts';
import { check } from '#server/go-live/check.ts';

const at = new Date();
const amountCents = 123_45;
const texas = { country: 'US', region: 'TX', postalCode: '78701' };
const places = [
  texas,
  { country: 'US', region: 'OR', postalCode: '97201' },
  { country: 'CA', region: 'QC', postalCode: 'H2Y 1C6' },
  { country: 'GB', region: '', postalCode: 'SW1A 1AA' },
  { country: 'AU', region: 'NSW', postalCode: '2000' },
  { country: 'NZ', region: '', postalCode: '6011' },
  { country: 'MX', region: '', postalCode: '06000' },
];
const mend = { wrong: 'answer as client/src/ports/tax.ts says' };

/** What every sale relies on. */
export const taxContract = (tax: TaxPort) => [
  check({
    name: 'each line is whole cents of its rate, with source and day',
    find: async () => {
      for (const place of places) {
        const question = { ...place, amountCents, at };
        const problem = taxProblem(question, await tax.taxesFor(question));
        if (problem !== null) return { cause: 'wrong', detail: `${place.country} ${place.region}: ${problem}` };
      }
      return null;
    },
    mend,
  }),
  check({
    name: 'the same question has the same answer',
    find: async () => {
      const ask = () => tax.taxesFor({ ...texas, amountCents, at });
      return JSON.stringify(await ask()) === JSON.stringify(await ask()) ? null : 'wrong';
    },
    mend,
  }),
  check({
    name: 'nothing costs no tax',
    find: async () => {
      const { lines } = await tax.taxesFor({ ...texas, amountCents: 0, at });
      return lines.every((line) => line.amountCents === 0) ? null : 'wrong';
    },
    mend,
  }),
  check({
    name: 'a country of no sale has no lines',
    find: async () => {
      const { lines } = await tax.taxesFor({ country: 'FR', region: '', postalCode: '75001', amountCents, at });
      return lines.length === 0 ? null : 'wrong';
    },
    mend,
  }),
];
