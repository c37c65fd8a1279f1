import type { OrderDetail } from '#contract/api/prices.ts';
import type { Day } from '#contract/fields/day.ts';
import { divideRounded } from '#contract/fields/money.ts';
import { type ExperimentStates, isExperimentKey } from '#contract/sign-up/experiments.ts';
import { m } from '#messages/messages.js';
import { type Choice, chooseOptions } from '../catalog/choose-options.ts';
import type { Catalog } from '../catalog/package-repository.ts';
import { includedTaxName } from '../catalog/pricing-group.ts';
import { isTermPaid } from '../checkout/paid-term.ts';
import { billOfPlan } from '../checkout/payer.ts';
import {
  billedIn,
  currentPlan,
  fullTermCents,
  priceTerm,
  splitOver,
  taxedPrice,
  textsOf,
  yearlyChoice,
} from '../checkout/price-choice.ts';
import type { RenewalQuoteDependencies } from '../checkout/quote-renewal.ts';
import type { Db, DbOrTrx } from '../db/pool.ts';
import type { Address } from '../db/schema.ts';
import type { User } from '../identity/user-repository.ts';
import type { BeforeTax, StoredQuote } from '../pricing/stored-quote.ts';
import { type Refusal, refuse, refuseFields } from '../refusal.ts';
import { dueInstant, purchaseDay } from '../subscriptions/calendar.ts';
import { type PaidPart, type Proration, prorate } from '../subscriptions/proration.ts';
import { coveredBy } from '../subscriptions/renewal-cover-repository.ts';
import { hasPaidDays } from '../subscriptions/subscription-life.ts';
import { currentSubscription, type Subscription } from '../subscriptions/subscription-repository.ts';
import { paidParts } from './paid-parts.ts';

export type UpgradeDependencies = RenewalQuoteDependencies & { db: Db };
export type UpgradeRequest = { user: User; order: OrderDetail; experiments: Partial<ExperimentStates> };
export type UpgradeQuote = {
  quote: StoredQuote;
  proration: Proration;
  choice: Choice;
  subscription: Subscription;
  address: Address;
  today: Day;
};

/** A plan before an upgrade. */
export type UpgradeContext = {
  subscription: Subscription;
  current: Choice;
  address: Address;
  paid: PaidPart[];
  catalog: Catalog;
  /** The day of purchase, as of which the upgrade is priced and invoiced. */
  today: Day;
};

/** Why a plan's holder cannot change it on a day, whatever the target. */
export type UpgradeProblem = 'COUNTRY_MISMATCH' | 'NOT_FOUND' | 'PAYMENT_IN_PROGRESS' | 'RENEWAL_UNPAID' | 'VALIDATION';

/**
 * The rule shared by cards, preview, charge and account view; returns the billing address if the plan may be changed.
 * While money for the term has not settled or a bank holds it, nothing can be credited for it; the refusal says neither
 * whose money nor why.
 */
export async function billOfUpgrade(
  db: DbOrTrx,
  subscription: Subscription | null,
  { user, at }: { user: User; at: Date },
): Promise<Address | Refusal<UpgradeProblem>> {
  if (subscription?.state !== 'CURRENT' || subscription.userId !== user.id) return refuse('NOT_FOUND');
  if (!hasPaidDays(subscription, purchaseDay(at, subscription.timeZone))) return refuse('RENEWAL_UNPAID');
  return (await isTermPaid(db, subscription)) ? billOfPlan(user) : refuse('PAYMENT_IN_PROGRESS');
}

export async function readCurrentPlan(
  { db, clock, readCatalog }: UpgradeDependencies,
  user: User,
): Promise<UpgradeContext | Refusal<UpgradeProblem>> {
  const subscription = await currentSubscription(db, user.id);
  if (!subscription) return refuse('NOT_FOUND');
  const at = clock.now();
  const address = await billOfUpgrade(db, subscription, { user, at });
  if ('refused' in address) return address;
  const catalog = await readCatalog();
  const current = currentPlan(catalog, subscription);
  const paid = await paidParts(db, { subscription, held: current.package, country: address.country });
  return { subscription, current, address, paid, catalog, today: purchaseDay(at, subscription.timeZone) };
}

/** Prices a plan change as of today. The preview, the charge and the receipt use this one quote. */
export async function quoteUpgrade(
  dependencies: UpgradeDependencies,
  request: UpgradeRequest,
): Promise<UpgradeQuote | Refusal<UpgradeProblem | 'PACKAGE_NOT_OFFERED'>> {
  const context = await readCurrentPlan(dependencies, request.user);
  if ('refused' in context) return context;
  const experiments = offeredTo(context.current, request.experiments);
  const choice = chooseOptions(context.catalog, {
    order: request.order,
    list: context.current.package.priceList,
    experiments,
  });
  if ('refused' in choice) return choice;
  if (!isUpgrade(context.current, choice)) return refuseFields({ field: 'order.packageId', code: 'not_understood' });
  const { subscription, address, today } = context;
  // Its payer's choice outlasts the upgrade.
  const payForCoParent = (await coveredBy(dependencies.db, subscription)) !== null;
  const change = await priceChange(dependencies, { context, choice, payForCoParent });
  return { ...change, choice, subscription, address, today };
}

/** Holders of an experiment's option are still offered it after the experiment. */
export function offeredTo({ options }: Choice, experiments: Partial<ExperimentStates>): Partial<ExperimentStates> {
  const heldKeys = options.flatMap(({ experiment }) => (experiment && isExperimentKey(experiment) ? [experiment] : []));
  return { ...experiments, ...Object.fromEntries(heldKeys.map((key) => [key, 'treatment' as const])) };
}

/** A plan of the same list and term that costs more; a build-your-own plan must keep everything it has. */
export function isUpgrade(current: Choice, target: Choice): boolean {
  if (target.package.years !== current.package.years || target.package.priceList !== current.package.priceList)
    return false;
  if (fullTermCents(target) <= fullTermCents(current)) return false;
  return target.package.packageName !== 'CYO' || current.options.every((option) => includesOption(target, option));
}

/** Whether the target has this option in the same or a larger size. */
function includesOption({ options }: Choice, currentOption: Choice['options'][number]): boolean {
  return options.some(
    ({ optionName, priceCents }) => optionName === currentOption.optionName && priceCents >= currentOption.priceCents,
  );
}

/** `payForCoParent`: so does its renewal. */
type PriceChangeParams = { context: UpgradeContext; choice: Choice; payForCoParent?: boolean };

/** Also for plans that cannot be bought, because the cards show every amount by the same rule. */
export async function priceChange(
  dependencies: UpgradeDependencies,
  { context: { subscription, address, paid, catalog, today }, choice, payForCoParent = false }: PriceChangeParams,
): Promise<{ quote: StoredQuote; proration: Proration }> {
  const { periodStart, periodEnd, timeZone } = subscription;
  const { years } = choice.package;
  const billed = billedIn(choice, address.country);
  const proration = prorate({ fullTermCents: fullTermCents(billed), paid, periodStart, periodEnd, years, today });
  const before = beforeTax(billed, proration);
  const priced = await taxedPrice(dependencies, { before, address });
  const at = dueInstant(periodEnd, timeZone);
  const year = await priceTerm(dependencies, { choice: yearlyChoice(catalog, choice), address, payForCoParent, at });
  const texts = { ...textsOf(choice, null), package: restTexts(choice, proration.daysLeft) };
  return {
    proration,
    quote: { priced, texts, renewal: { amountCents: year.total, date: periodEnd, cancelled: !subscription.autoRenew } },
  };
}

function beforeTax(choice: Choice, { restCents, creditCents, dueCents }: Proration): BeforeTax {
  const { packageCents, optionCents } = splitOver(choice, restCents);
  const { id, packageName: name, includedTaxCents, priceCents, priceVersion } = choice.package;
  const insidePart = (cents: number) => divideRounded(includedTaxCents * cents, priceCents);
  return {
    package: {
      id,
      name,
      priceCents: packageCents,
      includedTaxCents: insidePart(packageCents),
      includedTaxName: includedTaxName(choice.package),
      priceVersion,
    },
    options: choice.options.map(({ code }, index) => ({ name: code, priceCents: optionCents[index] ?? 0 })),
    payForCoParent: false,
    coupon: null,
    selectedPackageTotal: restCents,
    coParentTotal: 0,
    subTotal: restCents,
    subTotalAfterDiscount: dueCents,
    includedTax: insidePart(dueCents),
    unusedCents: creditCents,
  };
}

function restTexts({ package: { texts } }: Choice, days: number): { en: string; es: string } {
  const text = (locale: 'en' | 'es') => m.price_rest_of_term({ plan: texts[locale].receiptText, days }, { locale });
  return { en: text('en'), es: text('es') };
}
