import type { ExperimentStates } from '#contract/sign-up/experiments.ts';
import type { Catalog } from '../catalog/package-repository.ts';
import { type PriceList, priceListFor } from '../catalog/pricing-group.ts';
import type { User } from '../identity/user-repository.ts';

/** The price list of the practice's own country and phone. */
export function priceListOf(
  user: User,
  { catalog, experiments }: { catalog: Catalog; experiments: Partial<ExperimentStates> },
): PriceList {
  const { country, phoneCountryCode, phoneNumber } = user;
  const criteria = {
    country: country ?? undefined,
    phoneCountryCode,
    phoneNumber,
    ukPackages: experiments['uk-packages'] === 'treatment',
  };
  return priceListFor(criteria, catalog.rules);
}
