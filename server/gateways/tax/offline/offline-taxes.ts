import { utcDay } from '#contract/fields/day.ts';
import type { Taxes, TaxLine, TaxPort } from '../port.ts';
import { taxInside, taxOn } from '../tax-amounts.ts';
import { canadianRates, type NationalRate, nationalRateSource, nationalRates, singleRate } from './national-rates.ts';
import { stateRate, unitedStatesTableDate } from './united-states.ts';

const notRegistered: Taxes = { lines: [], rateSource: 'not registered there', rateDate: unitedStatesTableDate };
const noTaxes: Taxes = { lines: [], rateSource: 'none', rateDate: nationalRates.date };

function unitedStates({ state, amountCents, at }: { state: string; amountCents: number; at: Date }): Taxes {
  const found = stateRate({ state, day: utcDay(at) });
  const rateDate = unitedStatesTableDate;
  if (!found) return { lines: [], rateSource: 'no state tax', rateDate };
  const { rate, taxablePercent, source } = found;
  const line: TaxLine = {
    name: 'SALES_TAX',
    region: state,
    rate,
    taxablePercent,
    amountCents: taxOn({ amountCents, rate, taxablePercent }),
  };
  return { lines: [line], rateSource: source, rateDate };
}

function national(rates: readonly NationalRate[], centsOf: (rate: number) => number): Taxes {
  const lines = rates.map((line) => ({ ...line, taxablePercent: 100, amountCents: centsOf(line.rate) }));
  return { lines, rateSource: nationalRateSource, rateDate: nationalRates.date };
}

/** Where the seller is registered, as `US-TX` or `CA-BC`; null: in every place whose tax is in the tables. */
export type TaxRegistrations = ReadonlySet<string> | null;

/** Taxes with a registration of their own; GST and HST belong to that of the country. */
const provincial: ReadonlySet<string> = new Set(['PST', 'QST']);

/** `extractIncluded`: tax inside a gross price; no lines where prices never include it (US, CA). */
export type TaxTables = TaxPort & {
  extractIncluded(question: { country: string; grossCents: number; at: Date }): Promise<Taxes>;
};

/** Taxes from tables in the program, without a service. None is charged where nobody could remit it. */
export function offlineTaxes({ registeredIn = null }: { registeredIn?: TaxRegistrations } = {}): TaxTables {
  const isRegistered = (place: string) => registeredIn?.has(place) ?? true;
  return {
    async taxesFor({ country, region, amountCents, at }) {
      if (country === 'US')
        return isRegistered(`US-${region}`) ? unitedStates({ state: region, amountCents, at }) : notRegistered;
      const single = await singleRate(country);
      const canadian = async () =>
        (await canadianRates(region)).filter(({ name }) => !provincial.has(name) || isRegistered(`CA-${region}`));
      const rates = single ? [single] : country === 'CA' ? await canadian() : null;
      return rates ? national(rates, (rate) => taxOn({ amountCents, rate, taxablePercent: 100 })) : noTaxes;
    },

    async extractIncluded({ country, grossCents }) {
      const single = await singleRate(country);
      return single ? national([single], (rate) => taxInside({ grossCents, rate })) : noTaxes;
    },
  };
}
