import type { SubscriptionView } from '#contract/api/account.ts';
import type { ExperimentStates } from '#contract/experiments.ts';
import { isExpiredOn } from '#contract/card-expiry.ts';
import { formatCents } from '#contract/money.ts';
import { readReach } from '../identity/reach.ts';
import { addressOf, asInvited, readUser, type User } from '../identity/user-repository.ts';
import { currentPlan } from '../checkout/price-choice.ts';
import type { Db } from '../db/pool.ts';
import type { Language } from '../db/schema.ts';
import { hasOpenDispute } from '../payments/dispute-repository.ts';
import { defaultMethod, type PaymentMethod } from '../payments/payment-method-repository.ts';
import { addDays, dayIn, daysBetween, dueDay } from '../subscriptions/calendar.ts';
import { closesBy } from '../subscriptions/closing-payer.ts';
import { endsOn, mayRestart, mayResume, usableUntil } from '../subscriptions/subscription-life.ts';
import { reminderDays } from '../subscriptions/renewal-schedule.ts';
import { readPeriod, type Subscription } from '../subscriptions/subscription-repository.ts';
import { periodBefore, unpaidTerm } from '../subscriptions/unpaid-terms.ts';
import { includedIn } from './entitlements.ts';
import { hasUpgrade } from './list-upgrades.ts';
import { paidBy } from './plan-holder.ts';
import { type RenewDependencies, renewalPrice } from './renew-subscription.ts';
import { stillCharged } from './still-charged.ts';

export type Viewer = { user: User; language: Language; experiments: Partial<ExperimentStates> };

/** A subscription as its holder or payer may see it: the holder's plan, and amounts only for the payer. */
export async function viewSubscription(
  dependencies: RenewDependencies,
  { subscription, user, language, experiments }: Viewer & { subscription: Subscription },
): Promise<SubscriptionView> {
  const { db, clock, readCatalog } = dependencies;
  const catalog = await readCatalog();
  const plan = currentPlan(catalog, subscription);
  const isOwn = subscription.userId === user.id;
  const pays = subscription.payerUserId === user.id;
  const today = dueDay(clock.now(), subscription.timeZone);
  const { payerUserId, periodEnd, declinedOn, retryOn } = subscription;
  const [holder, payer, paid, method, reach, payerCloses, userCloses] = await Promise.all([
    isOwn ? null : readUser(db, subscription.userId),
    paidBy(db, { subscription, readerId: user.id }),
    paidTermOf(db, { subscription, today }),
    pays ? defaultMethod(db, user.id) : null,
    readReach(db, user.id),
    closesBy(db, { userId: payerUserId, day: retryOn ?? periodEnd }),
    closesBy(db, { userId: user.id, day: periodEnd }),
  ]);
  const current = subscription.state === 'CURRENT';
  const onHold = current && (await hasOpenDispute(db, payerUserId));
  // A payer who closes the account before then is charged for no further year.
  const autoRenew = subscription.autoRenew && !payerCloses;
  const renewsAtAll = autoRenew && !onHold;
  const renewsAtOwnCost = current && renewsAtAll && pays;
  return {
    id: subscription.id,
    heldBy: isOwn ? null : holder ? asInvited(holder).firstName : '',
    paidBy: payer,
    planName: plan.package.texts[language].displayName,
    options: plan.options.filter(({ priceCents }) => priceCents > 0).map(({ texts }) => texts[language].description),
    includes: includedIn(catalog, { heldPlan: subscription, paused: onHold }, clock.now()).map(
      (texts) => texts[language],
    ),
    state: subscription.state,
    // The payer's own choice stays; to its holder it is one that its payer does not renew.
    autoRenew: autoRenew && (pays || !onHold),
    paused: onHold && pays,
    // Its holder need not know that the payer was declined, only until when they can use it.
    periodEnd: pays ? endsOn(subscription) : usableUntil(subscription),
    term: {
      from: paid.from,
      today: dayIn(clock.now(), user.timeZone ?? 'UTC'),
      // Renewals are announced to the payer, the end of a plan paid by another to its holder, nothing to users without
      // mail.
      reminders:
        current && declinedOn === null && pays === renewsAtAll && reach.mail
          ? reminderDays.map((days) => addDays(periodEnd, -days))
          : [],
      paidByCode: pays && paid.byCode,
    },
    renewal: renewsAtOwnCost ? await nextCharge(dependencies, { subscription, user }) : null,
    needsMethod: renewsAtOwnCost && method === null,
    cardExpires:
      renewsAtOwnCost && declinedOn === null && method !== null && expiresBefore(method, { ...subscription, today }),
    waiting:
      renewsAtOwnCost && declinedOn !== null
        ? { because: await reasonOf(db, subscription), retryOn, endsOn: usableUntil(subscription) }
        : null,
    stillCharged:
      pays && !renewsAtOwnCost && !onHold ? await stillCharged(dependencies, { subscription, language }) : [],
    mayUpgrade:
      current &&
      isOwn &&
      declinedOn === null &&
      today < periodEnd &&
      hasUpgrade({ current: plan, catalog }, experiments),
    mayResume: mayResume({ ...subscription, autoRenew }, today) && !(onHold && pays) && !userCloses,
    mayRestart: isOwn && mayRestart(subscription.state),
  };
}

/** Since when it is paid without a gap, a year that was paid ahead included; and whether codes alone paid the last. */
async function paidTermOf(db: Db, { subscription, today }: { subscription: Subscription; today: string }) {
  const { periodStart } = subscription;
  const [period, before] = await Promise.all([
    readPeriod(db, subscription),
    today < periodStart ? periodBefore(db, subscription) : null,
  ]);
  return { from: before?.periodStart ?? periodStart, byCode: period?.totalCents === 0 };
}

async function reasonOf(db: Db, subscription: Subscription): Promise<'RENEWAL' | 'SETTLEMENT'> {
  return (await unpaidTerm(db, subscription)) ? 'SETTLEMENT' : 'RENEWAL';
}

/** Said from the day on which the renewal is announced: before, the bank may well send a new card. */
function expiresBefore(
  method: PaymentMethod,
  { periodEnd, today }: Pick<Subscription, 'periodEnd'> & { today: string },
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
