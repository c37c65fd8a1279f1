import type { ExperimentStates } from '#contract/experiments.ts';
import type { Catalog } from './package-repository.ts';
import { countryOf, type PriceList, type PricingCriteria, priceListFor } from './pricing-group.ts';

/** States of the experiments for somebody in a country: a bill there may come with other packages and options. */
export type ExperimentsIn = (country: string) => Promise<Partial<ExperimentStates>>;
/** Who buys, beside the country of the bill. */
export type Buyer = Pick<PricingCriteria, 'phoneCountryCode' | 'phoneNumber' | 'inviterPriceList'>;

/**
 * The one price list somebody may buy from, and the experiments it was found with. `country`: null before the address
 * is known.
 */
export async function offeredList(
  catalog: Catalog,
  { buyer, country, experimentsIn }: { buyer: Buyer; country: string | null; experimentsIn: ExperimentsIn },
): Promise<{ list: PriceList; experiments: Partial<ExperimentStates> }> {
  const experiments = await experimentsIn(country ?? countryOf(buyer.phoneCountryCode));
  const criteria = { ...buyer, country: country ?? undefined, ukPackages: experiments['uk-packages'] === 'treatment' };
  return { list: priceListFor(criteria, catalog.rules), experiments };
}
