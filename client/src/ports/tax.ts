export type TaxName = 'GST' | 'PST' | 'QST' | 'HST' | 'VAT' | 'IVA' | 'SALES_TAX';

export type TaxLine = {
  name: TaxName;
  /** State or province that levies it; null for a tax of the whole country. */
  region: string | null;
  /** Integer hundred-thousandths of the taxed amount: 5 % is 5000, 9.975 % is 9975. */
  rate: number;
  /** Part of the amount that is taxed, in percent: 100, or 80 where a law taxes only that much. */
  taxablePercent: number;
  /** Integer US cents. */
  amountCents: number;
};

export type Taxes = {
  lines: TaxLine[];
  /** Where the rates come from, as stored on the order. */
  rateSource: string;
  /** Day of the rates, `YYYY-MM-DD`. */
  rateDate: string;
};

export type TaxQuestion = {
  /**
   * ISO 3166-1 code. A country we do not sell to has no lines: the country check refuses it before anything is charged.
   */
  country: string;
  /**
   * Code of our region lists: a state of the United States, a province of Canada; irrelevant elsewhere. An unlisted one
   * pays only the country's tax: the address must have passed `addressIssues` before anything is charged.
   */
  region: string;
  postalCode: string;
  /** Net amount, integer US cents, not negative. */
  amountCents: number;
  /** When the order is placed, or the announced year begins: a rate applies from its day on. */
  at: Date;
};

/** Taxes for consumers. A service that fails throws: nothing may be sold untaxed by accident. */
export type TaxPort = {
  /** Tax to add to a net amount. */
  taxesFor(question: TaxQuestion): Promise<Taxes>;
};
