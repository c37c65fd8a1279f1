import { claimPayment, earlierAttempt, withRules } from '../checkout/begin-payment.ts';
import { payerOf } from '../checkout/payer.ts';
import { consentTextVersion, type PurchaseOf } from '../checkout/purchase.ts';
import { quoteRenewal, type RenewalQuote, type RenewalQuoteDependencies } from '../checkout/quote-renewal.ts';
import { quoteUnpaidTerm } from '../checkout/quote-unpaid-term.ts';
import { type PaymentDependencies, sendAndSettle } from '../checkout/take-payment.ts';
import { hasSameTaxes } from '../checkout/tax-again.ts';
import type { Db, DbOrTrx, Trx } from '../db/pool.ts';
import { refusableTransaction } from '../db/refusable-transaction.ts';
import type { Address } from '../db/schema.ts';
import { addressOf, readUser, type User } from '../identity/user-repository.ts';
import { isBeingCharged, latestAttempt } from '../payments/payment-attempt-repository.ts';
import { defaultMethod, type PaymentMethod } from '../payments/payment-method-repository.ts';
import { divideOrder } from '../pricing/divide-order.ts';
import type { StoredQuote } from '../pricing/stored-quote.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { dueDay } from '../subscriptions/calendar.ts';
import { type RenewalChoice, readRenewalChoice } from '../subscriptions/renewal-choice-repository.ts';
import { coveredBy, readCoverQuote } from '../subscriptions/renewal-cover-repository.ts';
import { readAnnounced } from '../subscriptions/renewal-notice-repository.ts';
import { postponed } from '../subscriptions/renewal-schedule.ts';
import { declined } from '../subscriptions/subscription-life.ts';
import {
  changeSubscription,
  clearQueued,
  lockSubscription,
  readSubscription,
  type Subscription,
} from '../subscriptions/subscription-repository.ts';
import { coParentToPayFor, refusedCoParent } from './covers/covered-plan.ts';
import { endSubscription } from './end-subscription.ts';
import { lastPaymentOf } from './last-payment.ts';
import { afterDeclineWith } from './methods/backup-try.ts';
import { actionFor, lockForTry, tryKey } from './renewal-due.ts';
import { enqueueBackupTry, enqueueDeclinedMail } from './renewal-mails.ts';

export type RenewalPriceDependencies = RenewalQuoteDependencies & { db: DbOrTrx };
export type RenewDependencies = PaymentDependencies & RenewalQuoteDependencies & { db: Db };

/**
 * Performs a subscription's due action: charges the next term once, ends an unrenewed subscription, or does nothing.
 * Idempotent across machines and crashes, because the attempt's key contains the period and the try.
 */
export async function renewSubscription(
  dependencies: RenewDependencies,
  { subscriptionId }: { subscriptionId: string },
): Promise<void> {
  const { db, clock } = dependencies;
  const subscription = await readSubscription(db, subscriptionId);
  if (subscription?.state !== 'CURRENT') return;
  const action = await actionFor(db, { subscription, at: clock.now() });
  if (action === 'LAPSE') return endIfDue(dependencies, subscriptionId);
  if (action === 'POSTPONE') return postponeRetry(dependencies, subscriptionId);
  if (action === 'CHARGE') await charge(dependencies, subscription);
}

async function charge(dependencies: RenewDependencies, subscription: Subscription): Promise<void> {
  const { db } = dependencies;
  const [payer, method] = await Promise.all([
    readUser(db, subscription.payerUserId),
    defaultMethod(db, subscription.payerUserId),
  ]);
  const address = payer && addressOf(payer);
  if (!payer || !address || !method) return declineUnchargeable(dependencies, subscription.id);
  const key = tryKey(subscription);
  const begun = await chargeRenewal(dependencies, { subscription, payer, address, method, key });
  // Refused: somebody changed it concurrently, and the next scan handles its new state.
  if ('refused' in begun) await clearQueued(db, subscription.id);
}

type RenewalCharge = {
  subscription: Subscription;
  payer: User;
  address: Address;
  method: Pick<PaymentMethod, 'token'>;
  /** Of the try, which is made once. */
  key: string;
};

/** Charges a renewal to a stored method, if this try of it is still due. */
export async function chargeRenewal(
  dependencies: RenewDependencies,
  { subscription, payer, address, method: { token }, key }: RenewalCharge,
) {
  const { db, clock } = dependencies;
  const coParentId = await coParentToPayFor(db, subscription);
  const quoted = await renewalPrice(dependencies, { subscription, address, payForCoParent: coParentId !== null });
  const request = await withRules(dependencies, {
    subjectId: subscription.id,
    idempotencyKey: key,
    body: { periodStart: quoted.period.periodStart },
    purchase: renewalPurchase(quoted, { payer, address, coParentId }),
    source: { paymentMethodToken: token },
  });
  const begun = await refusableTransaction(db, async (trx) => {
    const refused =
      (await refusedTry(trx, { subscriptionId: subscription.id, key, token, at: clock.now() })) ??
      (await refusedCoParent(trx, request.purchase));
    return (await earlierAttempt(trx, request)) ?? refused ?? claimPayment(trx, { request }, clock);
  });
  if (!('refused' in begun)) await sendAndSettle(dependencies, begun);
  return begun;
}

async function refusedTry(
  trx: Trx,
  attempted: Parameters<typeof lockForTry>[1],
): Promise<Refusal<'CONFLICT' | 'PAYMENT_IN_PROGRESS'> | null> {
  const current = await lockForTry(trx, attempted);
  if (!current) return refuse('CONFLICT');
  return (await isBeingCharged(trx, { subjectId: current.id, purposes: ['RENEWAL', 'UPGRADE'] }))
    ? refuse('PAYMENT_IN_PROGRESS')
    : null;
}

type RenewalPriceParams = {
  subscription: Subscription;
  address: Address | null;
  /** The plan to price instead of the one that its payer chose; null: the plan held. */
  choice?: RenewalChoice | null;
  /** Default: whether its payer chose that it also pays for the co-parent. */
  payForCoParent?: boolean;
};

/**
 * What a renewal costs: the plan held at the last price paid, or the chosen plan at the price of the day of the choice;
 * today's price if lower, and never above the announced one unless plan or taxes changed. An unsettled term costs the
 * agreed price, taxed where its payer lives now.
 */
export async function renewalPrice(
  dependencies: RenewalPriceDependencies,
  { subscription, address, choice, ...cover }: RenewalPriceParams,
): Promise<RenewalQuote> {
  const { db } = dependencies;
  const agreed = await quoteUnpaidTerm(dependencies, { subscription, address });
  if (agreed) return agreed;
  const chosen = choice === undefined ? await readRenewalChoice(db, subscription) : choice;
  const grandfatheredVersion = chosen?.priceVersion ?? (await lastPaymentOf(db, subscription))?.priceVersion ?? null;
  const payForCoParent = cover.payForCoParent ?? (await coveredBy(db, subscription)) !== null;
  const plan = { plan: subscription, address, grandfatheredVersion, chosen, payForCoParent };
  const today = await quoteRenewal(dependencies, plan);
  return atMostAnnounced(db, { subscription, today });
}

/** The same purchase never costs more than its announcement said, or the choice that it pays for both. */
export async function atMostAnnounced(
  db: DbOrTrx,
  { subscription, today }: { subscription: Subscription; today: RenewalQuote },
): Promise<RenewalQuote> {
  const { priced, renewal } = today.quote;
  const told = [
    await readAnnounced<StoredQuote>(db, subscription),
    await readCoverQuote<StoredQuote>(db, subscription),
  ];
  const [cheapest] = told
    .filter((one) => one !== null)
    // Announced for both, it costs its payer no more alone.
    .map((one) => (one.priced.payForCoParent && !priced.payForCoParent ? divideOrder(one, { isPayers: true }) : one))
    .filter((one) => isSamePurchase(one, today.quote) && one.priced.total < priced.total)
    .toSorted((one, other) => one.priced.total - other.priced.total);
  if (!cheapest) return today;
  return { ...today, quote: { ...cheapest, renewal: { ...cheapest.renewal, date: renewal.date } } };
}

function isSamePurchase(one: StoredQuote, other: StoredQuote): boolean {
  const identity = ({ priced }: StoredQuote) =>
    JSON.stringify([priced.package.id, priced.options.map(({ name }) => name), priced.payForCoParent]);
  return identity(one) === identity(other) && hasSameTaxes(one.priced, other.priced);
}

export function renewalPurchase(
  { quote, period, packageId, productId, services, years }: RenewalQuote,
  { payer, address, coParentId = null }: { payer: User; address: Address; coParentId?: string | null },
): PurchaseOf<'RENEWAL'> {
  return {
    kind: 'RENEWAL',
    quote,
    order: { packageId, productId, services },
    payForCoParent: quote.priced.payForCoParent,
    ...(coParentId !== null && quote.priced.payForCoParent && { coParentId }),
    years,
    language: payer.language,
    country: address.country,
    payer: payerOf(payer, { address, recurring: 'subsequent' }),
    consent: { terms: false, marketing: false, textVersion: consentTextVersion, form: 'renewal' },
    period,
    buyerId: payer.id,
  };
}

/**
 * A missing payment method or address is treated as a hard decline: a mail asks for it, and a week later the plan ends.
 */
async function declineUnchargeable({ db, clock }: RenewDependencies, subscriptionId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const at = clock.now();
    const current = await lockSubscription(trx, subscriptionId);
    if (current?.state !== 'CURRENT') return;
    const today = dueDay(at, current.timeZone);
    if ((await actionFor(trx, { subscription: current, at })) !== 'CHARGE') return;
    const [payer, method] = [await readUser(trx, current.payerUserId), await defaultMethod(trx, current.payerUserId)];
    if (method && payer && addressOf(payer)) return;
    const next = declined(current, { today, kind: 'hard' });
    const { ends: _, triesBackup, ...change } = await afterDeclineWith(trx, { current, next, at });
    await changeSubscription(trx, { current, change, at });
    if (triesBackup) return enqueueBackupTry(trx, { subscriptionId, attemptId: null });
    const paymentMethodId = method?.id ?? null;
    await enqueueDeclinedMail(trx, {
      subscriptionId,
      attemptId: null,
      paymentMethodId,
      nextTryOn: null,
      isPostponed: false,
      backupMethodId: null,
    });
  });
}

async function endIfDue({ db, clock }: RenewDependencies, subscriptionId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const at = clock.now();
    const current = await lockSubscription(trx, subscriptionId);
    if (current?.state !== 'CURRENT') return;
    if ((await actionFor(trx, { subscription: current, at })) !== 'LAPSE') return;
    // The outcome of a charge comes first; its completion ends the subscription if it must.
    if (await isBeingCharged(trx, { subjectId: subscriptionId, purposes: ['RENEWAL', 'UPGRADE'] })) return;
    await endSubscription(trx, { current, at });
  });
}

/** Retries were held on their day: the payer is told of the next one a week before it. */
async function postponeRetry({ db, clock }: RenewDependencies, subscriptionId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const at = clock.now();
    const current = await lockSubscription(trx, subscriptionId);
    if (current?.state !== 'CURRENT') return;
    if ((await actionFor(trx, { subscription: current, at })) !== 'POSTPONE') return;
    const change = postponed(dueDay(at, current.timeZone));
    await changeSubscription(trx, { current, change, at });
    // Of this term: the year before had another amount.
    const bought = { period: { periodStart: current.periodEnd } };
    const latest = await latestAttempt(trx, { purpose: 'RENEWAL', subjectId: subscriptionId, bought });
    const method = await defaultMethod(trx, current.payerUserId);
    await enqueueDeclinedMail(trx, {
      subscriptionId,
      attemptId: latest?.id ?? null,
      paymentMethodId: method?.id ?? null,
      nextTryOn: change.retryOn,
      isPostponed: true,
      backupMethodId: null,
    });
  });
}
