import type { AnswerOf } from '#contract/api/route.ts';
import type { listUpgrades as listRoute, UpgradeCard } from '#contract/api/upgrades.ts';
import { formatCents } from '#contract/fields/money.ts';
import type { ExperimentStates } from '#contract/sign-up/experiments.ts';
import type { Choice } from '../catalog/choose-options.ts';
import { optionsFor } from '../catalog/choose-options.ts';
import { lostParts } from '../catalog/entitlements.ts';
import { packageCard } from '../catalog/package-cards.ts';
import type { Package } from '../catalog/package-repository.ts';
import { pricingGroupOf } from '../catalog/pricing-group.ts';
import { billedIn } from '../checkout/price-choice.ts';
import { openDeletion } from '../closing/deletion-repository.ts';
import type { Language } from '../db/schema.ts';
import { addressOf, type User } from '../identity/user-repository.ts';
import { defaultMethod } from '../payments/payment-method-repository.ts';
import type { Refusal } from '../refusal.ts';
import { daysLeft } from '../subscriptions/proration.ts';
import { readRenewalChoice } from '../subscriptions/renewal-choice-repository.ts';
import { coveredBy } from '../subscriptions/renewal-cover-repository.ts';
import { methodView } from './methods/replace-payment-method.ts';
import { planAhead } from './plan-ahead.ts';
import { paidBy } from './plan-holder.ts';
import {
  isUpgrade,
  offeredTo,
  priceChange,
  readCurrentPlan,
  type UpgradeContext,
  type UpgradeDependencies,
  type UpgradeProblem,
} from './quote-upgrade.ts';
import { renewalPrice } from './renew-subscription.ts';
import type { PayUpgradeDependencies } from './upgrade-plan.ts';

type Request = { user: User; language: Language; experiments: Partial<ExperimentStates> };

/** The plans of the same list and term, each with today's price; those that are no larger are shown as included. */
export async function listUpgrades(
  dependencies: PayUpgradeDependencies,
  request: Request,
): Promise<AnswerOf<typeof listRoute> | Refusal<UpgradeProblem>> {
  const { db } = dependencies;
  const { user, language } = request;
  const context = await readCurrentPlan(dependencies, user);
  if ('refused' in context) return context;
  const { current, subscription } = context;
  const experiments = offeredTo(current, request.experiments);
  // What somebody else who pays for it has chosen is theirs.
  const renewing = { ...subscription, payerUserId: user.id };
  const [method, renewal, chosen, payer, closing] = await Promise.all([
    defaultMethod(db, user.id),
    renewalPrice(dependencies, { subscription: renewing, address: addressOf(user), payForCoParent: false }),
    readRenewalChoice(db, renewing),
    paidBy(db, { subscription, readerId: user.id }),
    openDeletion(db, user.id),
  ]);
  return {
    subscriptionId: subscription.id,
    pricingGroupName: pricingGroupOf(current.package.priceList),
    current: {
      packageId: current.package.id,
      services: [...subscription.services],
      displayName: current.package.texts[language].displayName,
      options: current.options
        .filter(({ priceCents }) => priceCents > 0)
        .map(({ texts }) => texts[language].description),
      currentSubscriptionPriceFormatted: formatCents(renewal.quote.priced.total),
      currentSubscriptionPriceExpirationDate: subscription.periodEnd,
      renews: subscription.autoRenew,
      forBoth: (await coveredBy(db, renewing)) !== null,
      renewsTo: chosen && planAhead(context.catalog, { subscription, next: chosen, language }).planName,
      paidBy: payer,
      daysLeft: daysLeft(subscription, context.today),
    },
    packages: await Promise.all(
      offeredPackages(context).map((one) => card(dependencies, { one, context, request: { ...request, experiments } })),
    ),
    paymentMethod: method && methodView(method),
    country: context.address.country,
    accountClosesOn: closing?.closesOn ?? null,
  };
}

type CurrentPlan = Pick<UpgradeContext, 'current' | 'catalog'>;

/** The offered packages of the same list and term, and the current one. */
function offeredPackages({ current, catalog }: CurrentPlan): Package[] {
  const { id, priceList, years } = current.package;
  return catalog.packages.filter(
    (one) => one.priceList === priceList && one.years === years && (one.onSale || one.id === id),
  );
}

/** Whether any upgrade is possible, so that no link leads to an empty page. */
export function hasUpgrade(context: CurrentPlan, experiments: Partial<ExperimentStates>): boolean {
  const offered = { experiments: offeredTo(context.current, experiments) };
  return offeredPackages(context).some(
    (one) => availabilityOf(largestChoice(one, context, offered), context) === 'UPGRADE',
  );
}

/** The lowest price of a package: a build-your-own package includes the current options. */
function smallestChoice(one: Package, { current, catalog }: UpgradeContext, { experiments }: Request): Choice {
  if (one.packageName !== 'CYO') return { package: one, options: [] };
  if (current.package.packageName === 'CYO') return { package: one, options: current.options };
  return { package: one, options: optionsFor(catalog, one.years, experiments).filter(({ isDefault }) => isDefault) };
}

/** The highest price of a package. */
export function largestChoice(
  one: Package,
  { catalog }: Pick<CurrentPlan, 'catalog'>,
  { experiments }: Pick<Request, 'experiments'>,
): Choice {
  if (one.packageName !== 'CYO') return { package: one, options: [] };
  const kinds = Map.groupBy(optionsFor(catalog, one.years, experiments), ({ optionName }) => optionName);
  return {
    package: one,
    options: [...kinds.values()].flatMap((kind) => kind.toSorted((a, b) => b.priceCents - a.priceCents).slice(0, 1)),
  };
}

/** Whether any configuration of a package is larger than the current plan. */
function availabilityOf(largest: Choice, { current }: CurrentPlan): UpgradeCard['availability'] {
  const isHeld = largest.package.id === current.package.id;
  if (isHeld && current.package.packageName !== 'CYO') return 'CURRENT';
  if (isUpgrade(current, largest)) return 'UPGRADE';
  return isHeld ? 'CURRENT' : 'INCLUDED';
}

async function card(
  dependencies: UpgradeDependencies,
  { one, context, request }: { one: Package; context: UpgradeContext; request: Request },
): Promise<UpgradeCard> {
  const { language, experiments } = request;
  const choice = smallestChoice(one, context, request);
  const largest = largestChoice(one, context, request);
  const { quote } = await priceChange(dependencies, { context, choice });
  const { total } = quote.priced;
  return {
    ...packageCard(billedIn({ package: one, options: [] }, context.address.country).package, {
      catalog: context.catalog,
      language,
      experiments,
    }),
    availability: availabilityOf(largest, context),
    losses: lostParts(context.catalog, { current: context.current, target: largest, language }),
    proratedPriceInfo: { proratedPrice: total, proratedPriceFormatted: formatCents(total) },
    annualRenewal: quote.renewal.amountCents,
    annualRenewalFormatted: formatCents(quote.renewal.amountCents),
  };
}
