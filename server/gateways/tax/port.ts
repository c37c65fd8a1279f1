export type { Taxes, TaxLine, TaxName, TaxPort, TaxQuestion } from '#client/ports/tax.ts';
