import type { Selectable } from 'kysely';
import type { ServedCountry } from '#contract/fields/countries.ts';
import type { Day } from '#contract/fields/day.ts';
import type { Database, Language } from '../db/schema.ts';
import type { Seller } from './sellers.ts';

/**
 * Rows sum to the document's amount. `CODE`: what activation codes paid; `GIVEN`: what they deducted from the price; of
 * a credit note what they get back of it. Integer US cents.
 */
export type DocumentRow = { kind: 'ITEM' | 'TAX' | 'CODE' | 'GIVEN'; label: string; cents: number };

/** Everything that a document says, in the words in which it was issued. Nothing of it is looked up again. */
export type DocumentData = {
  seller: Seller;
  /** Name and address of the payer, line by line. */
  buyer: string[];
  /** Whose subscriptions, with their terms (ISO dates); null if it was for no plan. */
  paidFor: string | null;
  period: { from: Day; until: Day } | null;
  method: string;
  transactionId: string | null;
  /** The payer's day of the payment. */
  paidOn: Day;
  rows: DocumentRow[];
  /** The included tax, if the country's prices include it. `percent`: null if rounding makes it ambiguous. */
  insideTax: { label: string; percent: number | null; cents: number } | null;
  /** Of a credit or debit note: its invoice. */
  credits: { number: string; issuedOn: Day } | null;
};

export type DocumentKind = Selectable<Database['documents']>['kind'];
export type IssuedDocument = Omit<Selectable<Database['documents']>, 'country' | 'data' | 'pdf'> & {
  country: ServedCountry;
  data: DocumentData;
};
export type NewDocument = Pick<
  IssuedDocument,
  'kind' | 'cause' | 'orderId' | 'userId' | 'invoiceId' | 'amountCents' | 'codesCents' | 'data'
> & { country: ServedCountry; language: Language; at: Date };
