import { isDeepStrictEqual } from 'node:util';
import type { OrderDetail } from '#contract/api/prices.ts';
import type { ExperimentStates } from '#contract/sign-up/experiments.ts';
import { chooseOptions } from '../../catalog/choose-options.ts';
import type { Catalog } from '../../catalog/package-repository.ts';
import { atVersion } from '../../catalog/price-version.ts';
import type { PriceList } from '../../catalog/pricing-group.ts';
import { billOfPlan } from '../../checkout/payer.ts';
import { currentPlan, fullTermCents } from '../../checkout/price-choice.ts';
import { consentTextVersion } from '../../checkout/purchase.ts';
import type { RenewalQuote } from '../../checkout/quote-renewal.ts';
import type { DbOrTrx, Trx } from '../../db/pool.ts';
import { refusableTransaction } from '../../db/refusable-transaction.ts';
import type { Address, Language } from '../../db/schema.ts';
import { recordConsent } from '../../identity/consent-repository.ts';
import type { User } from '../../identity/user-repository.ts';
import { hasOpenDispute } from '../../payments/dispute-repository.ts';
import { isBeingCharged } from '../../payments/payment-attempt-repository.ts';
import { presentQuote } from '../../pricing/quote.ts';
import { isRefusal, type Refusal, refuse } from '../../refusal.ts';
import { dueDay } from '../../subscriptions/calendar.ts';
import { areChargesSuspended } from '../../subscriptions/charge-suspensions.ts';
import { renewsElsewhere } from '../../subscriptions/due-subscriptions.ts';
import {
  type RenewalChoice,
  readRenewalChoice,
  storeRenewalChoice,
} from '../../subscriptions/renewal-choice-repository.ts';
import {
  changeSubscription,
  lockSubscription,
  readSubscription,
  type Subscription,
} from '../../subscriptions/subscription-repository.ts';
import { offeredTo } from '../quote-upgrade.ts';
import { type RenewalPriceDependencies, type RenewDependencies, renewalPrice } from '../renew-subscription.ts';
import { chargeDay, closesBeforeCharge } from '../renewal-due.ts';
import { enqueueRenewalChoiceMails } from '../renewal-mails.ts';
import { renewalListOf } from './renewal-list.ts';

export type ChoiceProblem =
  | 'CONFLICT'
  | 'COUNTRY_MISMATCH'
  | 'NOT_FOUND'
  | 'PAYMENT_DISPUTED'
  | 'PAYMENT_IN_PROGRESS'
  | 'VALIDATION';

type Chooser = { subscription: Subscription; user: User; at: Date };

/**
 * Why a user cannot choose what a subscription renews to; otherwise where they are billed. Only who pays for a renewal
 * chooses it, until the day before its charge: pages, prices and the choice use this one rule.
 */
export async function billOfChoice(
  db: DbOrTrx,
  { subscription, user, at }: Chooser,
): Promise<Address | Refusal<ChoiceProblem>> {
  const { id: subjectId, payerUserId, state, autoRenew, declinedOn, periodEnd, timeZone } = subscription;
  if (payerUserId !== user.id) return refuse('NOT_FOUND');
  if (state !== 'CURRENT' || !autoRenew || declinedOn !== null) return refuse('CONFLICT');
  const today = dueDay(at, timeZone);
  if (today >= (await chargeDay(db, { subscription, at }))) return refuse('CONFLICT');
  // No mail could say from which day on.
  if (today >= periodEnd && (await areChargesSuspended(db))) return refuse('CONFLICT');
  if (await closesBeforeCharge(db, { subscription, at })) return refuse('CONFLICT');
  if (await renewsElsewhere(db, subscription, at)) return refuse('CONFLICT');
  if (await hasOpenDispute(db, user.id)) return refuse('PAYMENT_DISPUTED');
  const isCharged = await isBeingCharged(db, { subjectId, purposes: ['RENEWAL', 'UPGRADE'] });
  return isCharged ? refuse('PAYMENT_IN_PROGRESS') : billOfPlan(user);
}

type ChoiceRequest = {
  user: User;
  subscriptionId: string;
  language: Language;
  experiments: Partial<ExperimentStates>;
};

/** `list`: whose plans may be chosen. */
export type RenewalContext = { subscription: Subscription; address: Address; catalog: Catalog; list: PriceList };

/** A subscription whose next plan a user may choose. */
export async function readChoosable(
  { db, clock, readCatalog }: RenewalPriceDependencies,
  { user, subscriptionId, experiments }: Omit<ChoiceRequest, 'language'>,
): Promise<RenewalContext | Refusal<ChoiceProblem>> {
  const subscription = await readSubscription(db, subscriptionId);
  if (!subscription) return refuse('NOT_FOUND');
  const address = await billOfChoice(db, { subscription, user, at: clock.now() });
  if ('refused' in address) return address;
  const chosen = await readRenewalChoice(db, subscription);
  const catalog = await readCatalog(chosen?.priceVersion);
  const list = await renewalListOf(db, { subscription, catalog, user, address, experiments });
  return { subscription, address, catalog, list };
}

/** Any plan of the price list offered, for one or two years. */
function choiceOf(
  { catalog, subscription, list }: RenewalContext,
  { order, experiments }: { order: OrderDetail; experiments: Partial<ExperimentStates> },
): RenewalChoice | Refusal<'PACKAGE_NOT_OFFERED' | 'VALIDATION'> {
  const held = currentPlan(catalog, subscription);
  const choice = chooseOptions(catalog, { order, list, experiments: offeredTo(held, experiments) });
  if ('refused' in choice) return choice;
  const { id: packageId, priceVersion } = choice.package;
  return { packageId, services: choice.options.map(({ code }) => code), priceVersion };
}

type OneChoice = ChoiceRequest & { order: OrderDetail | null };
export type QuotedChoice = { context: RenewalContext; choice: RenewalChoice | null; quoted: RenewalQuote };

/** Prices a plan for the next renewal; `order` null, or one for the plan held: what it renews to without a choice. */
export async function quoteChoice(
  dependencies: RenewalPriceDependencies,
  request: OneChoice,
): Promise<QuotedChoice | Refusal<ChoiceProblem | 'PACKAGE_NOT_OFFERED'>> {
  const context = await readChoosable(dependencies, request);
  if (isRefusal(context)) return context;
  const { order, experiments } = request;
  const choice = order && choiceOf(context, { order, experiments });
  if (isRefusal(choice)) return choice;
  const [asHeld, before] = [
    await renewalPrice(dependencies, { ...context, choice: null }),
    await readRenewalChoice(dependencies.db, context.subscription),
  ];
  const scheduled = choice && choiceToStore(context, { choice, before, asHeld });
  if (scheduled === null) return { context, choice: null, quoted: asHeld };
  return { context, choice: scheduled, quoted: await renewalPrice(dependencies, { ...context, choice: scheduled }) };
}

type Plan = Pick<RenewalChoice, 'packageId' | 'services'>;

/**
 * What is stored for a plan: nothing for the one to which it renews without a choice. A plan that is chosen again keeps
 * the price at which it was chosen `before`, unless today's is lower.
 */
export function choiceToStore(
  { catalog }: Pick<RenewalContext, 'catalog'>,
  { choice, before, asHeld }: { choice: RenewalChoice; before: RenewalChoice | null; asHeld: Plan },
): RenewalChoice | null {
  if (isSamePlan(choice, asHeld)) return null;
  if (before === null || !isSamePlan(choice, before)) return choice;
  const centsOf = ({ priceVersion }: RenewalChoice) =>
    fullTermCents(currentPlan(atVersion(catalog, priceVersion), choice));
  return centsOf(choice) < centsOf(before) ? choice : before;
}

function isSamePlan(one: Plan, other: Plan): boolean {
  const identity = ({ packageId, services }: Plan) => [packageId, services.toSorted()];
  return isDeepStrictEqual(identity(one), identity(other));
}

type Choosing = OneChoice & {
  /** Of the displayed price; null if the renewal only returns to the plan held. */
  taxId: string | null;
};

/**
 * Schedules a plan for the next renewal; nothing is charged or changed until then. Payer and holder are told. The price
 * must be the displayed one; otherwise nothing is scheduled and the new price is returned. Idempotent.
 */
export async function chooseRenewal(
  dependencies: RenewDependencies,
  request: Choosing,
): Promise<QuotedChoice | Refusal<ChoiceProblem | 'PACKAGE_NOT_OFFERED' | 'QUOTE_CHANGED'>> {
  const { user, language, order, taxId } = request;
  const quoted = await quoteChoice(dependencies, request);
  if (isRefusal(quoted)) return quoted;
  const current = presentQuote(quoted.quoted.quote, { language });
  if (order !== null && taxId !== current.taxId) return refuse('QUOTE_CHANGED', { extra: { quote: current } });
  const at = dependencies.clock.now();
  return refusableTransaction(dependencies.db, (trx) =>
    scheduleChoice(trx, { quoted, user, language, form: 'renewal-choice', at }),
  );
}

type Scheduling = { quoted: QuotedChoice; user: User; language: Language; form: string; at: Date };

/** Stores a priced choice in the caller's transaction, with the consent given in `form`, and tells both. Idempotent. */
export async function scheduleChoice(
  trx: Trx,
  { quoted, user, language, form, at }: Scheduling,
): Promise<QuotedChoice | Refusal<ChoiceProblem>> {
  const { choice, context } = quoted;
  const subscription = await lockSubscription(trx, context.subscription.id);
  if (!subscription) return refuse('NOT_FOUND');
  const address = await billOfChoice(trx, { subscription, user, at });
  if (isRefusal(address)) return address;
  const before = await readRenewalChoice(trx, subscription);
  if (isDeepStrictEqual(before, choice)) return quoted;
  if (subscription.version !== context.subscription.version) return refuse('CONFLICT');
  await storeRenewalChoice(trx, { current: subscription, choice, at });
  const after = await changeSubscription(trx, { current: subscription, change: {}, at });
  const { country } = address;
  const consent = { kind: 'RENEWAL', given: true, textVersion: consentTextVersion, form } as const;
  await recordConsent(trx, { ...consent, userId: user.id, country, language, at });
  await enqueueRenewalChoiceMails(trx, { after, chosen: choice });
  return quoted;
}
