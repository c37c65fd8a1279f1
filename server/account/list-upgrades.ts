import type { listUpgrades as listRoute, UpgradeCard } from '#contract/api/upgrades.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import type { ExperimentStates } from '#contract/experiments.ts';
import { formatCents } from '#contract/money.ts';
import { packageCard } from '../catalog/package-cards.ts';
import type { Choice } from '../catalog/choose-options.ts';
import { optionsFor } from '../catalog/choose-options.ts';
import { lostParts } from '../catalog/entitlements.ts';
import type { Package } from '../catalog/package-repository.ts';
import { pricingGroupOf } from '../catalog/pricing-group.ts';
import type { Language } from '../db/schema.ts';
import { defaultMethod } from '../payments/payment-method-repository.ts';
import type { Refusal } from '../refusal.ts';
import { dueDay } from '../subscriptions/calendar.ts';
import { daysLeft } from '../subscriptions/proration.ts';
import {
  type Holding,
  isUpgrade,
  offeredTo,
  priceChange,
  readCurrentPlan,
  type UpgradeDependencies,
} from './quote-upgrade.ts';
import { paidBy } from './plan-holder.ts';
import { renewalPrice } from './renew-subscription.ts';
import type { PayUpgradeDependencies } from './upgrade-plan.ts';
import { methodView } from './replace-payment-method.ts';
import { addressOf, type User } from '../identity/user-repository.ts';

type Request = { user: User; language: Language; experiments: Partial<ExperimentStates> };

/**
 * The plans of the same list and term, each with what it would cost today; those that are no larger are shown as
 * included.
 */
export async function listUpgrades(
  dependencies: PayUpgradeDependencies,
  request: Request,
): Promise<AnswerOf<typeof listRoute> | Refusal<'NOT_FOUND' | 'VALIDATION'>> {
  const { db, clock } = dependencies;
  const { user, language } = request;
  const holding = await readCurrentPlan(dependencies, user);
  if ('refused' in holding) return holding;
  const { held, subscription } = holding;
  const experiments = offeredTo(held, request.experiments);
  const [method, renewal, payer] = await Promise.all([
    defaultMethod(db, user.id),
    renewalPrice(dependencies, { subscription, address: addressOf(user) }),
    paidBy(db, { subscription, readerId: user.id }),
  ]);
  return {
    subscriptionId: subscription.id,
    pricingGroupName: pricingGroupOf(held.package.priceList),
    current: {
      packageId: held.package.id,
      services: [...subscription.services],
      displayName: held.package.texts[language].displayName,
      options: held.options.filter(({ priceCents }) => priceCents > 0).map(({ texts }) => texts[language].description),
      currentSubscriptionPriceFormatted: formatCents(renewal.quote.priced.total),
      currentSubscriptionPriceExpirationDate: subscription.periodEnd,
      paidBy: payer,
      daysLeft: daysLeft(subscription, dueDay(clock.now(), subscription.timeZone)),
    },
    packages: await Promise.all(
      packagesBeside(holding).map((one) => card(dependencies, { one, holding, request: { ...request, experiments } })),
    ),
    paymentMethod: method && methodView(method),
    country: holding.address.country,
  };
}

type CurrentPlan = Pick<Holding, 'held' | 'catalog'>;

/** The packages on sale of the same list and term, and the one that is held. */
function packagesBeside({ held, catalog }: CurrentPlan): Package[] {
  const { id, priceList, years } = held.package;
  return catalog.packages.filter(
    (one) => one.priceList === priceList && one.years === years && (one.onSale || one.id === id),
  );
}

/** Whether there is anything to change to: nobody is led to a page that says there is nothing. */
export function hasUpgrade(holding: CurrentPlan, experiments: Partial<ExperimentStates>): boolean {
  const offered = { experiments: offeredTo(holding.held, experiments) };
  return packagesBeside(holding).some(
    (one) => availabilityOf(largestChoice(one, holding, offered), holding) === 'UPGRADE',
  );
}

/** The least that a package can be held with: a build-your-own package keeps the options one has. */
function smallestChoice(one: Package, { held, catalog }: Holding, { experiments }: Request): Choice {
  if (one.packageName !== 'CYO') return { package: one, options: [] };
  if (held.package.packageName === 'CYO') return { package: one, options: held.options };
  return { package: one, options: optionsFor(catalog, one.years, experiments).filter(({ isDefault }) => isDefault) };
}

/** The most that a package can be held with. */
function largestChoice(one: Package, { catalog }: CurrentPlan, { experiments }: Pick<Request, 'experiments'>): Choice {
  if (one.packageName !== 'CYO') return { package: one, options: [] };
  const kinds = Map.groupBy(optionsFor(catalog, one.years, experiments), ({ optionName }) => optionName);
  return {
    package: one,
    options: [...kinds.values()].flatMap((kind) => kind.toSorted((a, b) => b.priceCents - a.priceCents).slice(0, 1)),
  };
}

/** Whether any choice of a package is larger than what is held. */
function availabilityOf(largest: Choice, { held }: CurrentPlan): UpgradeCard['availability'] {
  const isHeld = largest.package.id === held.package.id;
  if (isHeld && held.package.packageName !== 'CYO') return 'CURRENT';
  if (isUpgrade(held, largest)) return 'UPGRADE';
  return isHeld ? 'CURRENT' : 'INCLUDED';
}

async function card(
  dependencies: UpgradeDependencies,
  { one, holding, request }: { one: Package; holding: Holding; request: Request },
): Promise<UpgradeCard> {
  const { language, experiments } = request;
  const choice = smallestChoice(one, holding, request);
  const largest = largestChoice(one, holding, request);
  const { quote } = await priceChange(dependencies, { holding, choice });
  const { total } = quote.priced;
  return {
    ...packageCard(one, { catalog: holding.catalog, language, experiments }),
    availability: availabilityOf(largest, holding),
    losses: lostParts(holding.catalog, { held: holding.held, wanted: largest, language }),
    proratedPriceInfo: { proratedPrice: total, proratedPriceFormatted: formatCents(total) },
    annualRenewal: quote.renewal.amountCents,
    annualRenewalFormatted: formatCents(quote.renewal.amountCents),
  };
}
