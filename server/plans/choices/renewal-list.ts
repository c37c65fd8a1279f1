import type { SubscriptionView } from '#contract/api/account.ts';
import { formatCents } from '#contract/fields/money.ts';
import type { ExperimentStates } from '#contract/sign-up/experiments.ts';
import type { Catalog } from '../../catalog/package-repository.ts';
import { countryOfList, fitsCountry, type PriceList, priceListFor } from '../../catalog/pricing-group.ts';
import { currentPlan, yearlyChoice } from '../../checkout/price-choice.ts';
import type { DbOrTrx } from '../../db/pool.ts';
import type { Address, Language } from '../../db/schema.ts';
import type { User } from '../../identity/user-repository.ts';
import { countryName } from '../../lookups/countries.ts';
import type { RenewalChoice } from '../../subscriptions/renewal-choice-repository.ts';
import type { Subscription } from '../../subscriptions/subscription-repository.ts';
import { lastPaymentOf } from '../last-payment.ts';
import { type RenewalPriceDependencies, renewalPrice } from '../renew-subscription.ts';

type Offer = {
  subscription: Subscription;
  catalog: Catalog;
  /** The payer, and where they are billed now. */
  user: Pick<User, 'phoneCountryCode' | 'phoneNumber'>;
  address: Address;
  experiments: Partial<ExperimentStates>;
};

/**
 * The price list whose plans a renewal may become: that of the plan held. After a move since the last payment it is the
 * list of the new country, if that has one, or if the list held belongs to another country only.
 */
export async function renewalListOf(
  db: DbOrTrx,
  { subscription, catalog, user, address: { country }, experiments }: Offer,
): Promise<PriceList> {
  const held = currentPlan(catalog, subscription).package.priceList;
  const ukPackages = experiments['uk-packages'] === 'treatment';
  const there = priceListFor({ ...user, country, ukPackages, inviterPriceList: null }, catalog.rules);
  if (!fitsCountry(held, country)) return there;
  if (there === held || countryOfList(there) !== country) return held;
  const paid = await lastPaymentOf(db, subscription);
  return paid?.country && paid.country !== country ? there : held;
}

/** A year of the plan held as another list sells it, with the same options; null if it has no such plan. */
function samePlanIn(
  list: PriceList,
  { subscription, catalog }: Pick<Offer, 'subscription' | 'catalog'>,
): RenewalChoice | null {
  const { package: held, options } = yearlyChoice(catalog, currentPlan(catalog, subscription));
  const same = catalog.packages.find(
    ({ priceList, packageName, years, onSale }) =>
      priceList === list && packageName === held.packageName && years === 1 && onSale,
  );
  if (!same || list === held.priceList) return null;
  return { packageId: same.id, priceVersion: same.priceVersion, services: options.map(({ code }) => code) };
}

/** What a year of the plan held costs as it is sold where its payer has moved to; null without such a move or plan. */
export async function soldThere(
  dependencies: RenewalPriceDependencies,
  offer: Offer & { language: Language },
): Promise<SubscriptionView['soldThere']> {
  const choice = samePlanIn(await renewalListOf(dependencies.db, offer), offer);
  if (!choice) return null;
  const { quote } = await renewalPrice(dependencies, { ...offer, choice, payForCoParent: false });
  const { language, address } = offer;
  return {
    countryName: countryName({ country: address.country, language }),
    amountFormatted: formatCents(quote.priced.total),
  };
}
