import { countries, type ServedCountry } from '#contract/fields/countries.ts';
import { divideRounded, formatCents } from '#contract/fields/money.ts';
import type { ExperimentStates } from '#contract/sign-up/experiments.ts';
import type { Catalog } from './package-repository.ts';
import { priceListFor } from './pricing-group.ts';

type Where = { country: ServedCountry; experiments: Partial<ExperimentStates> };

/**
 * The lowest monthly price that a site can show before it knows the visitor: of the one-year plans on sale in its
 * country's list. Null if the list has none.
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
