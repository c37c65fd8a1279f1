import { countries, type ServedCountry } from '#contract/fields/countries.ts';
import { divideRounded, formatCents } from '#contract/fields/money.ts';
import type { ExperimentStates } from '#contract/sign-up/experiments.ts';
import type { Catalog } from './package-repository.ts';
import { priceListFor } from './pricing-group.ts';

type Where = { country: ServedCountry; experiments: Partial<ExperimentStates> };

/**
 * The smallest price per month that a site may name before it knows anybody: of the one-year plans on sale in the list
 * of its country. Null where the list sells none.
 */
export function lowestPrice(catalog: Catalog, { country, experiments }: Where): string | null {
  const list = priceListFor(
    {
      country,
      phoneCountryCode: countries[country].callingCode,
      phoneNumber: '',
      ukPackages: experiments['uk-packages'] === 'treatment',
    },
    catalog.rules,
  );
  const yearly = catalog.packages.filter(({ priceList, years, onSale }) => priceList === list && years === 1 && onSale);
  if (yearly.length === 0) return null;
  return formatCents(divideRounded(Math.min(...yearly.map(({ priceCents }) => priceCents)), 12));
}
