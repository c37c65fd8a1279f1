import type { ExperimentStates } from '#contract/sign-up/experiments.ts';
import type { Catalog } from './package-repository.ts';
import { countryOf, type PriceList, type PricingCriteria, priceListFor } from './pricing-group.ts';

/** The experiments that change packages and options in a country. */
export type ExperimentsIn = (country: string) => Promise<Partial<ExperimentStates>>;
/** The buyer, apart from the country of the bill. */
export type Buyer = Pick<PricingCriteria, 'phoneCountryCode' | 'phoneNumber' | 'inviterPriceList'>;

/**
 * The single price list offered to a person, and the experiments used to find it. `country`: null before the address is
 * known.
 */
export async function offeredList(
  catalog: Catalog,
  { buyer, country, experimentsIn }: { buyer: Buyer; country: string | null; experimentsIn: ExperimentsIn },
): Promise<{ list: PriceList; experiments: Partial<ExperimentStates> }> {
  const experiments = await experimentsIn(country ?? countryOf(buyer.phoneCountryCode));
  const criteria = { ...buyer, country: country ?? undefined, ukPackages: experiments['uk-packages'] === 'treatment' };
  return { list: priceListFor(criteria, catalog.rules), experiments };
}
