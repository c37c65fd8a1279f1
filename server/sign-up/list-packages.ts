import type { Language } from '#contract/api/headers.ts';
import type { checkPackageCountry, listPackages as listRoute, lookUpPricing as lookUpRoute } from '#contract/api/packages.ts';
import type { AnswerOf, BodyOf, QueryOf } from '#contract/api/route.ts';
import type { ExperimentStates } from '#contract/experiments.ts';
import { packageCards } from '../catalog/package-cards.ts';
import { type Catalog, packageById } from '../catalog/package-repository.ts';
import { countryOutcome, countryOf, type PriceList, priceListFor, pricingGroupOf } from '../catalog/pricing-group.ts';
import { type Refusal, refuseFields } from '../refusal.ts';

export type OffersDependencies = { readCatalog: () => Promise<Catalog> };
type Query = QueryOf<typeof lookUpRoute>;
export type OfferContext = { experiments: ExperimentStates; inviterPriceList: PriceList | null };

function listOf(catalog: Catalog, query: Query, { experiments, inviterPriceList }: OfferContext): PriceList {
  const criteria = {
    country: query.country,
    phoneCountryCode: `+${query.countryCode}`,
    phoneNumber: query.phoneNumber,
    inviterPriceList,
    ukPackages: experiments['uk-packages'] === 'treatment',
  };
  return priceListFor(criteria, catalog.rules);
}

export async function lookUpPricing(
  { readCatalog }: OffersDependencies,
  { query, context }: { query: Query; context: OfferContext },
): Promise<AnswerOf<typeof lookUpRoute>> {
  const catalog = await readCatalog();
  const list = listOf(catalog, query, context);
  const onSale = catalog.packages.filter(({ priceList, onSale: sold }) => priceList === list && sold);
  return { pricingGroupName: pricingGroupOf(list), packageIds: onSale.map(({ id }) => id) };
}

export type Offers = Omit<AnswerOf<typeof listRoute>, 'coParentPackageId'>;

/** The packages somebody may choose from, as cards. */
export async function listPackages(
  { readCatalog }: OffersDependencies,
  { query, context, language }: { query: Query; context: OfferContext; language: Language },
): Promise<Offers> {
  const catalog = await readCatalog();
  const list = listOf(catalog, query, context);
  const packages = packageCards(list, { catalog, language, experiments: context.experiments });
  return { pricingGroupName: pricingGroupOf(list), packages };
}

type CountryCheck = AnswerOf<typeof checkPackageCountry>;

/** Whether the chosen package is for the country of the billing address (specification 2.9, 4.5). */
export async function checkCountry(
  { readCatalog }: OffersDependencies,
  { body, experiments }: { body: BodyOf<typeof checkPackageCountry>; experiments: ExperimentStates },
): Promise<CountryCheck | Refusal> {
  const chosen = packageById(await readCatalog(), body.packageId);
  if (!chosen) return refuseFields({ field: 'packageId', code: 'required' });
  const country = body.countryCriteria.country ?? countryOf(`+${body.countryCriteria.countryCode}`);
  const outcome = countryOutcome({ list: chosen.priceList, country, ukPackages: experiments['uk-packages'] === 'treatment' });
  return { outcome, country };
}
