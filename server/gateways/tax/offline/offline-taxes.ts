import { utcDay } from '#contract/day.ts';
import type { TaxLine, TaxPort, Taxes } from '../port.ts';
import { taxInside, taxOn } from '../tax-amounts.ts';
import { canadianRates, type NationalRate, nationalRateSource, nationalRates, singleRate } from './national-rates.ts';
import { stateRate, unitedStatesTableDate } from './united-states.ts';

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

/** Taxes from tables that come with the program: no service is asked. */
export function offlineTaxes(): TaxPort {
  return {
    async taxesFor({ country, region, amountCents, at }) {
      if (country === 'US') return unitedStates({ state: region, amountCents, at });
      const single = await singleRate(country);
      const rates = single ? [single] : country === 'CA' ? await canadianRates(region) : null;
      return rates ? national(rates, (rate) => taxOn({ amountCents, rate, taxablePercent: 100 })) : noTaxes;
    },

    async extractIncluded({ country, grossCents }) {
      const single = await singleRate(country);
      return single ? national([single], (rate) => taxInside({ grossCents, rate })) : noTaxes;
    },
  };
}
