import type { listRenewalChoices as listRoute, RenewalCard, RenewalPlan } from '#contract/api/renewal-choices.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { formatCents } from '#contract/fields/money.ts';
import type { ExperimentStates } from '#contract/sign-up/experiments.ts';
import { optionsFor } from '../../catalog/choose-options.ts';
import { lostParts } from '../../catalog/entitlements.ts';
import { packageCards } from '../../catalog/package-cards.ts';
import type { Package } from '../../catalog/package-repository.ts';
import { pricingGroupOf } from '../../catalog/pricing-group.ts';
import { billedIn, currentPlan } from '../../checkout/price-choice.ts';
import type { RenewalQuote } from '../../checkout/quote-renewal.ts';
import type { Language } from '../../db/schema.ts';
import type { User } from '../../identity/user-repository.ts';
import { countryName } from '../../lookups/countries.ts';
import { isRefusal, type Refusal } from '../../refusal.ts';
import { type RenewalChoice, readRenewalChoice } from '../../subscriptions/renewal-choice-repository.ts';
import { largestChoice } from '../list-upgrades.ts';
import { planAhead } from '../plan-ahead.ts';
import { heldBy } from '../plan-holder.ts';
import { offeredTo } from '../quote-upgrade.ts';
import { type RenewDependencies, renewalPrice } from '../renew-subscription.ts';
import { chargeDay } from '../renewal-due.ts';
import { type ChoiceProblem, choiceToStore, type RenewalContext, readChoosable } from './choose-renewal.ts';

type Request = {
  user: User;
  subscriptionId: string;
  language: Language;
  experiments: Partial<ExperimentStates>;
};

/** A renewal's plan, term, amount with its tax, and what its holder would no longer have. */
export function renewalPlanOf(
  { catalog, subscription }: Pick<RenewalContext, 'catalog' | 'subscription'>,
  { quoted, language }: { quoted: RenewalQuote; language: Language },
): RenewalPlan {
  const { packageId, services, years } = quoted;
  const { total } = quoted.quote.priced;
  const money = { amount: total, amountFormatted: formatCents(total) };
  return { packageId, services, years, ...money, ...planAhead(catalog, { subscription, next: quoted, language }) };
}

/** The plans that a subscription may renew to, each with its price at the renewal. */
export async function listRenewalChoices(
  dependencies: RenewDependencies,
  request: Request,
): Promise<AnswerOf<typeof listRoute> | Refusal<ChoiceProblem>> {
  const { db, clock } = dependencies;
  const { user, language } = request;
  const context = await readChoosable(dependencies, request);
  if (isRefusal(context)) return context;
  const { subscription, catalog, address, list } = context;
  const [asHeld, choice] = await Promise.all([
    renewalPrice(dependencies, { ...context, choice: null }),
    readRenewalChoice(db, subscription),
  ]);
  const held = currentPlan(catalog, subscription);
  const shared = { catalog, language, experiments: offeredTo(held, request.experiments) };
  const offered = catalog.packages.map((one) => billedIn({ package: one, options: [] }, address.country).package);
  const planOf = (quoted: RenewalQuote) => renewalPlanOf(context, { quoted, language });
  const card = async (one: Package): Promise<Pick<RenewalCard, 'atRenewal' | 'losses'>> => {
    const stored = choiceToStore(context, { choice: leastChoice(one, shared), before: choice, asHeld });
    const { amount, amountFormatted } = planOf(await renewalPrice(dependencies, { ...context, choice: stored }));
    const target = largestChoice(one, context, shared);
    return { atRenewal: { amount, amountFormatted }, losses: lostParts(catalog, { current: held, target, language }) };
  };
  return {
    heldBy: await heldBy(db, { subscription, readerId: user.id, language }),
    renewsOn: await chargeDay(db, { subscription, at: clock.now() }),
    forBoth: asHeld.quote.priced.payForCoParent,
    asHeld: planOf(asHeld),
    chosen: choice && planOf(await renewalPrice(dependencies, { ...context, choice })),
    packages: await Promise.all(
      packageCards(list, { ...shared, catalog: { ...catalog, packages: offered } }).map(async (one) => ({
        ...one,
        ...(await card(catalog.packages.find(({ id }) => id === one.id) ?? held.package)),
      })),
    ),
    pricingGroupName: pricingGroupOf(list),
    country: address.country,
    movedTo: list === held.package.priceList ? null : countryName({ country: address.country, language }),
  };
}

/** A package with what it cannot be bought without. */
function leastChoice(
  { id: packageId, packageName, years, priceVersion }: Package,
  { catalog, experiments }: Pick<Request, 'experiments'> & Pick<RenewalContext, 'catalog'>,
): RenewalChoice {
  const options = packageName === 'CYO' ? optionsFor(catalog, years, experiments) : [];
  const services = options.filter(({ isDefault }) => isDefault).map(({ code }) => code);
  return { packageId, priceVersion, services };
}
