export type { TaxLine, TaxName, TaxPort, TaxQuestion, Taxes } from '#client/ports/tax.ts';
