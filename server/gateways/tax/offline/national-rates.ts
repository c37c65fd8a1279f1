import salesTax from 'sales-tax';
import salesTaxPackage from 'sales-tax/package.json' with { type: 'json' };
import { countryRow } from '#contract/fields/countries.ts';
import type { Day } from '#contract/fields/day.ts';
import type { TaxName } from '../port.ts';
import { wholeRate } from '../tax-amounts.ts';

// The package can ask tax offices about VAT numbers over the network: we sell to consumers and never send it one.
salesTax.toggleEnabledTaxNumberValidation(false);
salesTax.toggleEnabledTaxNumberFraudCheck(false);

export type NationalRate = { name: TaxName; region: string | null; rate: number };

/**
 * Since when the present rate of a tax holds, and the law that says so, with the pages on which day and law were read;
 * `CA-ON`: of a province. Rates are the package’s.
 */
export const nationalSources: Readonly<Record<string, { from: Day; source: string }>> = {
  GB: { from: '2011-01-04', source: 'Value Added Tax Act 1994, section 2 (legislation.gov.uk, kmbs.co.uk)' },
  AU: { from: '2000-07-01', source: 'GST Imposition – General Act 1999, section 4 (ato.gov.au)' },
  NZ: {
    from: '2010-10-01',
    source: 'Goods and Services Tax Act 1985, section 8 (legislation.govt.nz, ird.govt.nz)',
  },
  MX: { from: '2010-01-01', source: 'Ley del Impuesto al Valor Agregado, artículo 1 (laramedina.com, studylib.es)' },
  CA: { from: '2008-01-01', source: 'Excise Tax Act, section 165 (lois-laws.justice.gc.ca)' },
  'CA-BC': {
    from: '2013-04-01',
    source: 'Provincial Sales Tax Act (British Columbia), section 105: software (bclaws.gov.bc.ca, gov.bc.ca)',
  },
  'CA-MB': { from: '2019-07-01', source: 'The Retail Sales Tax Act (Manitoba), section 2 (gov.mb.ca, blg.com)' },
  'CA-NB': { from: '2016-07-01', source: 'New Harmonized Value-added Tax System Regulations (avalara.com)' },
  'CA-NL': { from: '2016-07-01', source: 'New Harmonized Value-added Tax System Regulations (avalara.com)' },
  'CA-NS': {
    from: '2025-04-01',
    source: 'New Harmonized Value-added Tax System Regulations, section 33.6; SOR/2025-77 (gazette.gc.ca)',
  },
  'CA-ON': { from: '2010-07-01', source: 'New Harmonized Value-added Tax System Regulations (cra-arc.gc.ca)' },
  'CA-PE': { from: '2016-10-01', source: 'New Harmonized Value-added Tax System Regulations (avalara.com)' },
  'CA-QC': {
    from: '2013-01-01',
    source: 'Act respecting the Québec sales tax, section 16 (legisquebec.gouv.qc.ca, revenuquebec.ca)',
  },
  'CA-SK': { from: '2017-03-23', source: 'The Provincial Sales Tax Act (Saskatchewan), section 5 (ryan.com)' },
};

export const nationalRateSource = `sales-tax ${salesTaxPackage.version}`;
/** Date of that release, from its changelog: update it with the version. */
export const nationalRates = { version: '2.23.0', date: '2026-05-19' } as const;

const taxName: Record<string, TaxName> = { gst: 'GST', pst: 'PST', qst: 'QST', hst: 'HST' };

function integerRate(rate: number): number {
  return Math.round(rate * wholeRate);
}

/** The single tax of a country whose prices include it; null elsewhere. */
export async function singleRate(country: string): Promise<NationalRate | null> {
  const name = countryRow(country)?.prices?.includedTax;
  if (name === undefined) return null;
  const { rate } = await salesTax.getSalesTax(country);
  return { name, region: null, rate: integerRate(rate) };
}

/** Canada: GST and the province's own tax as two lines, or one HST line if the province has joined the two. */
export async function canadianRates(province: string): Promise<NationalRate[]> {
  const { details, rate } = await salesTax.getSalesTax('CA', province);
  if (details.some(({ type }) => type === 'hst')) return [{ name: 'HST', region: province, rate: integerRate(rate) }];
  return details.map(({ type, rate: part }) => {
    const name = taxName[type];
    if (!name) throw new Error(`Unknown Canadian tax ${type}`);
    return { name, region: name === 'GST' ? null : province, rate: integerRate(part) };
  });
}
