import type { SubscriptionView } from '#contract/api/account.ts';
import { isExpiredOn } from '#contract/fields/card-expiry.ts';
import { type Day, dayIn } from '#contract/fields/day.ts';
import { formatCents } from '#contract/fields/money.ts';
import type { ExperimentStates } from '#contract/sign-up/experiments.ts';
import { currentPlan } from '../checkout/price-choice.ts';
import type { Db } from '../db/pool.ts';
import type { Language } from '../db/schema.ts';
import { readReach } from '../identity/reach.ts';
import { addressOf, asInvited, readUser, type User } from '../identity/user-repository.ts';
import { hasOpenDispute } from '../payments/dispute-repository.ts';
import { defaultMethod, methodForRenewals, type PaymentMethod } from '../payments/payment-method-repository.ts';
import { presentQuote } from '../pricing/quote.ts';
import { isRefusal } from '../refusal.ts';
import { addDays, daysBetween, dueDay } from '../subscriptions/calendar.ts';
import { latestSuspension } from '../subscriptions/charge-suspensions.ts';
import { isImported } from '../subscriptions/imported-plans.ts';
import { readPeriod } from '../subscriptions/period-repository.ts';
import { readRenewalChoice } from '../subscriptions/renewal-choice-repository.ts';
import { reminderDays } from '../subscriptions/renewal-schedule.ts';
import { endsOn, mayRestart, usableUntilAt } from '../subscriptions/subscription-life.ts';
import type { Subscription } from '../subscriptions/subscription-repository.ts';
import { periodBefore, unpaidTerm } from '../subscriptions/unpaid-terms.ts';
import { isForUnjoined } from './ask-about-unjoined.ts';
import { refusedResume } from './change-renewal.ts';
import { billOfChoice } from './choices/choose-renewal.ts';
import { soldThere } from './choices/renewal-list.ts';
import { coverable } from './covers/cover-co-parent.ts';
import { includedIn } from './entitlements.ts';
import { hasUpgrade } from './list-upgrades.ts';
import { planAhead } from './plan-ahead.ts';
import { paidBy } from './plan-holder.ts';
import { billOfUpgrade } from './quote-upgrade.ts';
import { type RenewDependencies, renewalPrice } from './renew-subscription.ts';
import { chargeDay, closesBeforeCharge } from './renewal-due.ts';
import { yearToWaive } from './request-fee-waiver.ts';
import { keptPrice } from './restart-price.ts';
import { stillCharged } from './still-charged.ts';
import { refusedTryNow } from './try-renewal-now.ts';

export type Viewer = { user: User; language: Language; experiments: Partial<ExperimentStates> };

/** A subscription as its holder or payer may see it: the holder sees the plan, only the payer sees amounts. */
export async function viewSubscription(
  dependencies: RenewDependencies,
  { subscription, user, language, experiments }: Viewer & { subscription: Subscription },
): Promise<SubscriptionView> {
  const { db, clock, readCatalog } = dependencies;
  const catalog = await readCatalog();
  const plan = currentPlan(catalog, subscription);
  const { payerUserId, periodEnd, retryOn, declinedOn } = subscription;
  const isOwn = subscription.userId === user.id;
  const today = dueDay(clock.now(), subscription.timeZone);
  const [holder, payer, paid, reach, isDisputed, payerCloses, resumeRefusal, suspension] = await Promise.all([
    isOwn ? null : readUser(db, subscription.userId),
    paidBy(db, { subscription, readerId: user.id }),
    paidTermOf(db, { subscription, today }),
    readReach(db, user.id),
    hasOpenDispute(db, payerUserId),
    closesBeforeCharge(db, { subscription, at: clock.now() }),
    refusedResume(db, { subscription, userId: user.id, at: clock.now() }),
    latestSuspension(db, { timeZone: subscription.timeZone, at: clock.now() }),
  ]);
  const status = renewalStatus(subscription, { readerId: user.id, isDisputed, payerCloses });
  const { isCurrent, pays, autoRenew, renews, paused, atReadersCost } = status;
  const chosen = renews ? await readRenewalChoice(db, subscription) : null;
  const bill = atReadersCost ? await billOfChoice(db, { subscription, user, at: clock.now() }) : null;
  const address = bill && !isRefusal(bill) ? bill : null;
  return {
    id: subscription.id,
    heldBy: isOwn ? null : holder ? asInvited(holder).firstName : '',
    paidBy: payer,
    planName: plan.package.texts[language].displayName,
    options: plan.options.filter(({ priceCents }) => priceCents > 0).map(({ texts }) => texts[language].description),
    includes: includedIn(catalog, { heldPlan: subscription, paused: status.onHold, suspension }, clock.now()).map(
      (texts) => texts[language],
    ),
    state: subscription.state,
    // The payer sees their own choice; the holder sees whether the plan will in fact renew.
    autoRenew: pays ? autoRenew : renews,
    paused,
    periodEnd: await dayAhead(dependencies, { subscription, status }),
    term: {
      from: paid.from,
      overSince: atReadersCost && declinedOn === null && periodEnd <= today ? periodEnd : null,
      // The payer's days follow the plan's time zone; the holder must not learn where the payer lives.
      today: dayIn(clock.now(), (pays ? subscription : user).timeZone ?? 'UTC'),
      // Renewals are announced to the payer, the end to a holder who did not pay; users without mail get neither.
      reminders:
        isCurrent && declinedOn === null && (pays === renews || (isOwn && paid.endsFree)) && reach.mail
          ? reminderDays.map((days) => addDays(periodEnd, -days)).filter((day) => day > today)
          : [],
      paidByCode: pays && paid.byCode,
      daysBeforeJoining: paid.daysBeforeJoining,
    },
    ...(await costsToReader(dependencies, { subscription, user, language, status, today })),
    renewsTo: chosen && planAhead(catalog, { subscription, next: chosen, language }),
    soldThere:
      address && !chosen
        ? await soldThere(dependencies, { subscription, catalog, user, address, experiments, language })
        : null,
    alsoFor: address ? await alsoFor(dependencies, { subscription, user, language }) : null,
    mayChooseRenewal: address !== null,
    mayUpgrade:
      !isRefusal(await billOfUpgrade(db, subscription, { user, at: clock.now() })) &&
      hasUpgrade({ current: plan, catalog }, experiments),
    // If only a payment method is missing, the page asks for it.
    mayResume: resumeRefusal === null || resumeRefusal.refused === 'VALIDATION',
    suspended:
      atReadersCost && suspension?.isOpen === true && (declinedOn ? (retryOn ?? declinedOn) : periodEnd) < today,
    mayTry: atReadersCost && (await refusedTryNow(db, { subscription, userId: user.id, at: clock.now() })) === null,
    notJoined: pays && (await isForUnjoined(db, subscription)),
    mayRestart: isOwn && mayRestart(subscription.state),
    keptPrice: isOwn ? await keptPrice(dependencies, { ...user, subscription, address: addressOf(user) }) : null,
    mayRequestFeeWaiver: isOwn && !isRefusal(await yearToWaive(dependencies, { user, at: clock.now() })),
  };
}

/** The co-parent for whom the reader's renewal may also pay, and both amounts. */
async function alsoFor(
  dependencies: RenewDependencies,
  { subscription, user, language }: Omit<Viewer, 'experiments'> & { subscription: Subscription },
): Promise<SubscriptionView['alsoFor']> {
  const context = await coverable(dependencies.db, { subscription, user, at: dependencies.clock.now() });
  if (isRefusal(context)) return null;
  const { address, isChosen, coParent } = context;
  const { quote: both } = await renewalPrice(dependencies, { subscription, address, payForCoParent: true });
  const { quote: alone } = await renewalPrice(dependencies, { subscription, address, payForCoParent: false });
  return {
    firstName: asInvited(coParent).firstName,
    isChosen,
    bothFormatted: formatCents(both.priced.total),
    aloneFormatted: formatCents(alone.priced.total),
    taxId: presentQuote(both, { language }).taxId,
  };
}

type RenewalStatus = ReturnType<typeof renewalStatus>;

/**
 * The day of the next charge, or of the end. The holder does not learn that the payer was declined, only until when the
 * plan can be used.
 */
async function dayAhead(
  { db, clock }: RenewDependencies,
  { subscription, status }: { subscription: Subscription; status: RenewalStatus },
): Promise<Day> {
  const at = clock.now();
  if (!status.atReadersCost) return usableUntilAt(subscription, at);
  return subscription.declinedOn === null ? chargeDay(db, { subscription, at }) : endsOn(subscription);
}

/** Whether a plan renews, and who pays. `onHold`: while a bank decides a dispute about a payment of its payer. */
function renewalStatus(
  subscription: Pick<Subscription, 'state' | 'autoRenew' | 'payerUserId'>,
  { readerId, isDisputed, payerCloses }: { readerId: string; isDisputed: boolean; payerCloses: boolean },
) {
  const isCurrent = subscription.state === 'CURRENT';
  const pays = subscription.payerUserId === readerId;
  const onHold = isCurrent && isDisputed;
  // A payer who closes the account before then is not charged for another year.
  const autoRenew = subscription.autoRenew && !payerCloses;
  const renews = autoRenew && !onHold;
  return {
    isCurrent,
    pays,
    onHold,
    autoRenew,
    renews,
    paused: onHold && pays,
    atReadersCost: isCurrent && renews && pays,
  };
}

type CostParams = Omit<Viewer, 'experiments'> & { subscription: Subscription; status: RenewalStatus; today: Day };

/** What the plan will cost its reader, and what the renewal needs; nothing if somebody else pays. */
async function costsToReader(
  dependencies: RenewDependencies,
  { subscription, user, language, status, today }: CostParams,
): Promise<
  Pick<SubscriptionView, 'renewal' | 'needsMethod' | 'needsAddress' | 'cardExpires' | 'waiting' | 'stillCharged'>
> {
  const none = {
    renewal: null,
    needsMethod: false,
    needsAddress: false,
    cardExpires: false,
    waiting: null,
    stillCharged: [],
  };
  const { db } = dependencies;
  const { declinedOn, retryOn } = subscription;
  if (!status.atReadersCost) {
    const mayCostElsewhere = status.pays && !status.onHold;
    return mayCostElsewhere
      ? { ...none, stillCharged: await stillCharged(dependencies, { subscription, language }) }
      : none;
  }
  const method = await (declinedOn === null ? methodForRenewals : defaultMethod)(db, user.id);
  return {
    ...none,
    renewal: await nextCharge(dependencies, { subscription, user }),
    needsMethod: method === null,
    needsAddress: addressOf(user) === null,
    cardExpires: declinedOn === null && method !== null && expiresBefore(method, { ...subscription, today }),
    waiting:
      declinedOn === null
        ? null
        : {
            because: await reasonOf(db, subscription),
            retryOn,
            endsOn: usableUntilAt(subscription, dependencies.clock.now()),
          },
  };
}

/**
 * Since when the plan has been paid without a gap, including a year paid in advance; whether codes alone paid for the
 * last term; whether it ends after a term for which nobody paid money; and the days added for the time before its
 * holder joined.
 */
async function paidTermOf(db: Db, { subscription, today }: { subscription: Subscription; today: Day }) {
  const { periodStart, autoRenew } = subscription;
  const [period, before] = await Promise.all([
    readPeriod(db, subscription),
    today < periodStart ? periodBefore(db, subscription) : null,
  ]);
  const byCode = period?.totalCents === 0;
  const endsFree = !autoRenew && (byCode || (period === null && !(await isImported(db, subscription))));
  const daysBeforeJoining = period?.daysBeforeJoining ?? 0;
  return { from: before?.periodStart ?? periodStart, byCode, endsFree, daysBeforeJoining };
}

async function reasonOf(db: Db, subscription: Subscription): Promise<'RENEWAL' | 'SETTLEMENT'> {
  return (await unpaidTerm(db, subscription)) ? 'SETTLEMENT' : 'RENEWAL';
}

/** Shown only from the day on which the renewal is announced, because the bank may well send a new card before. */
function expiresBefore(
  method: PaymentMethod,
  { periodEnd, today }: Pick<Subscription, 'periodEnd'> & { today: Day },
): boolean {
  return daysBetween(today, periodEnd) <= reminderDays[0] && isExpiredOn(method, periodEnd);
}

async function nextCharge(
  dependencies: RenewDependencies,
  { subscription, user }: { subscription: Subscription; user: User },
) {
  const { quote } = await renewalPrice(dependencies, { subscription, address: addressOf(user) });
  const amount = quote.priced.total;
  return { amount, amountFormatted: formatCents(amount) };
}
