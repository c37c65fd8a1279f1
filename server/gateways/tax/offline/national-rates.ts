import { countryRow } from '#contract/countries.ts';
import salesTax from 'sales-tax';
import salesTaxPackage from 'sales-tax/package.json' with { type: 'json' };
import type { TaxName } from '../port.ts';
import { wholeRate } from '../tax-amounts.ts';

// The package can ask tax offices about VAT numbers over the network: we sell to consumers and never send it one.
salesTax.toggleEnabledTaxNumberValidation(false);
salesTax.toggleEnabledTaxNumberFraudCheck(false);

export type NationalRate = { name: TaxName; region: string | null; rate: number };

export const nationalRateSource = `sales-tax ${salesTaxPackage.version}`;
/** Day of that release, from its changelog: to be moved with the version. */
export const nationalRates = { version: '2.23.0', date: '2026-05-19' } as const;

const taxName: Record<string, TaxName> = { gst: 'GST', pst: 'PST', qst: 'QST', hst: 'HST' };

function integerRate(rate: number): number {
  return Math.round(rate * wholeRate);
}

/** The one tax of a country whose prices include it; null elsewhere. */
export async function singleRate(country: string): Promise<NationalRate | null> {
  const name = countryRow(country)?.prices?.includedTax;
  if (name === undefined) return null;
  const { rate } = await salesTax.getSalesTax(country);
  return { name, region: null, rate: integerRate(rate) };
}

/** Canada: GST and the province's own tax as two lines, or one HST line where the province has joined the two. */
export async function canadianRates(province: string): Promise<NationalRate[]> {
  const { details, rate } = await salesTax.getSalesTax('CA', province);
  if (details.some(({ type }) => type === 'hst')) return [{ name: 'HST', region: province, rate: integerRate(rate) }];
  return details.map(({ type, rate: part }) => {
    const name = taxName[type];
    if (!name) throw new Error(`Unknown Canadian tax ${type}`);
    return { name, region: name === 'GST' ? null : province, rate: integerRate(part) };
  });
}
