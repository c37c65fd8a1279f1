import type {
  checkPackageCountry,
  listPackages as listRoute,
  lookUpPricing as lookUpRoute,
} from '#contract/api/packages.ts';
import type { AnswerOf, BodyOf, QueryOf } from '#contract/api/route.ts';
import type { Language } from '#contract/fields/languages.ts';
import { formatCents } from '#contract/fields/money.ts';
import { type ExperimentsIn, offeredList } from '../catalog/offered-list.ts';
import { packageCards } from '../catalog/package-cards.ts';
import { type Catalog, type Package, packageById } from '../catalog/package-repository.ts';
import { countryOf, countryOutcome, type PriceList, pricingGroupOf } from '../catalog/pricing-group.ts';
import { isSoldIn, type Sellers } from '../documents/sellers.ts';
import { type Refusal, refuse } from '../refusal.ts';

export type OffersDependencies = { readCatalog: () => Promise<Catalog> };
type Query = QueryOf<typeof lookUpRoute>;
export type OfferContext = { experimentsIn: ExperimentsIn; inviterPriceList: PriceList | null };

function offeredTo(catalog: Catalog, query: Query, { experimentsIn, inviterPriceList }: OfferContext) {
  const buyer = { phoneCountryCode: `+${query.countryCode}`, phoneNumber: query.phoneNumber, inviterPriceList };
  return offeredList(catalog, { buyer, country: query.country ?? null, experimentsIn });
}

export async function lookUpPricing(
  { readCatalog }: OffersDependencies,
  { query, context }: { query: Query; context: OfferContext },
): Promise<AnswerOf<typeof lookUpRoute>> {
  const catalog = await readCatalog();
  const { list } = await offeredTo(catalog, query, context);
  const onSale = catalog.packages.filter(({ priceList, onSale: sold }) => priceList === list && sold);
  return { pricingGroupName: pricingGroupOf(list), packageIds: onSale.map(({ id }) => id) };
}

export type Offers = Omit<AnswerOf<typeof listRoute>, 'coParentPackageId'>;

/** The packages offered to a person, as cards. */
export async function listPackages(
  { readCatalog }: OffersDependencies,
  { query, context, language }: { query: Query; context: OfferContext; language: Language },
): Promise<Offers> {
  const catalog = await readCatalog();
  const { list, experiments } = await offeredTo(catalog, query, context);
  const packages = packageCards(list, { catalog, language, experiments });
  return { pricingGroupName: pricingGroupOf(list), packages };
}

type CountryCheck = AnswerOf<typeof checkPackageCountry>;

/**
 * Whether the chosen package is for the country of the billing address (specification 2.9, 4.5), and otherwise its
 * equivalent there.
 */
export async function checkCountry(
  { readCatalog, sellers }: OffersDependencies & { sellers: Sellers },
  { body, context, language }: { body: BodyOf<typeof checkPackageCountry>; context: OfferContext; language: Language },
): Promise<CountryCheck | Refusal<'PACKAGE_NOT_OFFERED'>> {
  const catalog = await readCatalog();
  const chosen = packageById(catalog, body.packageId);
  if (!chosen) return refuse('PACKAGE_NOT_OFFERED');
  const country = body.countryCriteria.country ?? countryOf(`+${body.countryCriteria.countryCode}`);
  const { list } = await offeredTo(catalog, { ...body.countryCriteria, country }, context);
  const outcome = isSoldIn(sellers, country)
    ? countryOutcome({ list: chosen.priceList, offered: list, country })
    : 'NOT_SOLD';
  const same = outcome === 'OTHER_PACKAGES' ? equivalentPackage(catalog, { list, chosen }) : undefined;
  return {
    outcome,
    country,
    samePlan: same
      ? {
          packageId: same.id,
          displayName: same.texts[language].displayName,
          totalPriceFormatted: formatCents(same.priceCents),
        }
      : null,
  };
}

/**
 * The plan of the same name and term in another list. Build-your-own consists of options and must be configured again.
 */
function equivalentPackage(
  catalog: Catalog,
  { list, chosen }: { list: PriceList; chosen: Package },
): Package | undefined {
  return catalog.packages.find(
    ({ priceList, packageName, years, onSale }) =>
      priceList === list &&
      onSale &&
      packageName === chosen.packageName &&
      years === chosen.years &&
      packageName !== 'CYO',
  );
}
