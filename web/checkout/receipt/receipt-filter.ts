import type { ReceiptItem } from '#contract/api/receipts.ts';

export type Filtered = Pick<ReceiptItem, 'date' | 'holders'>;
/** Empty: no filter. `person` is `me` or the name of the person who was paid for. */
export type ReceiptFilter = { year: string; person: string };

const yearOf = ({ date }: Filtered) => date.slice(0, 4);
const personsOf = ({ holders }: Filtered) => holders.map(({ own, name }) => (own ? 'me' : name));

/** The years and persons to choose from: the latest year first, oneself before others. */
export function receiptChoices(
  receipts: readonly Filtered[],
  documentYears: readonly string[],
): { years: string[]; persons: string[] } {
  const unique = (values: string[]) => [...new Set(values)];
  const persons = unique(receipts.flatMap(personsOf));
  return {
    years: unique([...receipts.map(yearOf), ...documentYears])
      .sort()
      .reverse(),
    persons: [...persons.filter((person) => person === 'me'), ...persons.filter((person) => person !== 'me').sort()],
  };
}

export function filterReceipts<Receipt extends Filtered>(
  receipts: readonly Receipt[],
  { year, person }: ReceiptFilter,
): Receipt[] {
  return receipts.filter(
    (receipt) => (year === '' || yearOf(receipt) === year) && (person === '' || personsOf(receipt).includes(person)),
  );
}
