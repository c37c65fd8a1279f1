import type { Day } from '#contract/fields/day.ts';
import { formatCents } from '#contract/fields/money.ts';
import { openDeletion } from '../../closing/deletion-repository.ts';
import { addressOf, readUser } from '../../identity/user-repository.ts';
import { paidWith } from '../../mail-templates/formats.ts';
import { planEnding } from '../../mail-templates/templates/paid-by-another.ts';
import { renewalDeclined } from '../../mail-templates/templates/renewal-declined.ts';
import { renewalReminder } from '../../mail-templates/templates/renewal-reminder.ts';
import { hasOpenDispute } from '../../payments/dispute-repository.ts';
import { isBeingCharged, readAttempt } from '../../payments/payment-attempt-repository.ts';
import { defaultMethod, readMethod } from '../../payments/payment-method-repository.ts';
import { chargeDay } from '../../plans/renewal-due.ts';
import { daysBetween, dueDay } from '../../subscriptions/calendar.ts';
import { closesBy } from '../../subscriptions/closing-payer.ts';
import { readPeriod } from '../../subscriptions/period-repository.ts';
import { recordAnnounced, storeAnnouncedQuote } from '../../subscriptions/renewal-notice-repository.ts';
import { usableUntil } from '../../subscriptions/subscription-life.ts';
import { readSubscription, type Subscription } from '../../subscriptions/subscription-repository.ts';
import { unpaidTerm } from '../../subscriptions/unpaid-terms.ts';
import type { Job, JobDependencies } from '../job.ts';
import { deliverMail, reachByMail } from './deliver-mail.ts';
import { links } from './links.ts';
import {
  addMethodUrl,
  planOf,
  priceOf,
  refreshMethods,
  renewalFacts,
  renewalOf,
  willBeCharged,
  yearPrice,
} from './renewal-mail-facts.ts';

type EndingPlan = { subscription: Subscription; daysBefore: number; daysLeft: number };

/** Tells a parent whose plan somebody else, a code or nobody paid for. False: not reached. */
async function remindOfEnd(
  dependencies: JobDependencies,
  { subscription, daysBefore, daysLeft }: EndingPlan,
): Promise<boolean> {
  const reader = await readUser(dependencies.db, subscription.userId);
  if (reader?.status !== 'ACTIVE') return true;
  const { id, periodEnd, payerUserId } = subscription;
  const { quote } = await yearPrice(dependencies, { subscription, reader });
  return reachByMail(dependencies, reader, {
    dedupeKey: `plan-ending.${id}.${periodEnd}.${daysBefore}`,
    template: planEnding,
    props: {
      firstName: reader.firstName,
      endsOn: periodEnd,
      daysLeft,
      isFree: payerUserId === reader.id,
      amount: formatCents(quote.priced.total),
      billingUrl: links(dependencies, reader).billing,
    },
  });
}

/**
 * Announces a renewal to its payer, with the amount and a link that cancels it; or the end of a plan to a holder who
 * did not pay for it. Not sent if the renewal was cancelled or charged meanwhile. A mail that does not reach its
 * reader announces nothing: a later scan tries again.
 */
export const sendRenewalReminder: Job<{ subscriptionId: string; periodEnd: Day; daysBefore: number }> = {
  run: async (dependencies, { subscriptionId, periodEnd, daysBefore }) => {
    const { db, clock } = dependencies;
    const subscription = await readSubscription(db, subscriptionId);
    const payer = subscription && (await readUser(db, subscription.payerUserId));
    if (!payer || subscription.state !== 'CURRENT' || subscription.periodEnd !== periodEnd) return;
    const at = clock.now();
    const today = dueDay(at, subscription.timeZone);
    const told = (userId: string) => recordAnnounced(db, { subscriptionId, periodEnd, daysBefore, userId, on: today });
    const renews = subscription.autoRenew && (await willBeCharged(dependencies, subscription));
    if (!renews) {
      // Whoever cancelled their own renewal knows. If they resume it, it still has to be announced.
      const paidCents = (await readPeriod(db, subscription))?.totalCents ?? 0;
      if (payer.id === subscription.userId && (subscription.autoRenew || paidCents > 0)) return;
      const daysLeft = daysBetween(today, periodEnd);
      const isTold = daysLeft <= 0 || (await remindOfEnd(dependencies, { subscription, daysBefore, daysLeft }));
      return isTold ? told(subscription.userId) : undefined;
    }
    const renewsOn = await chargeDay(db, { subscription, at });
    if (renewsOn <= today) return;
    // Its charge may have happened: no other day is named before that is known.
    if (await isBeingCharged(db, { subjectId: subscriptionId, purposes: ['RENEWAL'] })) return;
    await refreshMethods(dependencies, payer.id);
    const quoted = await renewalOf(dependencies, { subscription, payer });
    const { quote } = quoted;
    await storeAnnouncedQuote(db, { subscriptionId, periodEnd, daysBefore, userId: payer.id, quote });
    const isTold = await reachByMail(dependencies, payer, {
      // Announced anew with another day, it is another mail.
      dedupeKey: `renewal-reminder.${subscriptionId}.${periodEnd}.${daysBefore}.${payer.id}.${renewsOn}`,
      template: renewalReminder,
      props: {
        firstName: payer.firstName,
        ...(await renewalFacts(dependencies, { subscription, payer, quoted })),
        daysLeft: daysBetween(today, renewsOn),
        renewsOn,
        addMethodUrl: await addMethodUrl(dependencies, { subscription, reader: payer }, { orExpiring: true }),
        closesOn: subscription.userId === payer.id ? ((await openDeletion(db, payer.id))?.closesOn ?? null) : null,
      },
    });
    if (isTold) await told(payer.id);
  },
};

/**
 * Tells the payer that a renewal could not be charged: when it is retried, when the plan ends, and where to add another
 * card, or their address. Not sent if it was paid or given up meanwhile, or if another method was stored: that is
 * charged at once.
 */
export const sendRenewalDeclined: Job<{
  subscriptionId: string;
  attemptId: string | null;
  /** The declined method, null if none is stored. */
  paymentMethodId: string | null;
  nextTryOn: Day | null;
  /** Nothing was tried on its day, because operators had suspended all charges. */
  isPostponed: boolean;
  /** The backup that was declined too; null if none was tried. */
  backupMethodId: string | null;
}> = {
  run: async (dependencies, { subscriptionId, attemptId, paymentMethodId, nextTryOn, isPostponed, backupMethodId }) => {
    const { db } = dependencies;
    const subscription = await readSubscription(db, subscriptionId);
    const payer = subscription && (await readUser(db, subscription.payerUserId));
    if (!payer || subscription.state !== 'CURRENT' || subscription.declinedOn === null) return;
    const method = await defaultMethod(db, payer.id);
    if (method && method.id !== paymentMethodId) return;
    const attempt = attemptId === null ? null : await readAttempt(db, attemptId);
    const backup = backupMethodId === null ? null : await readMethod(db, backupMethodId);
    const untried =
      (await hasOpenDispute(db, payer.id)) ||
      (nextTryOn !== null && (await closesBy(db, { userIds: [payer.id], day: nextTryOn })));
    const needsAddress = attemptId === null && addressOf(payer) === null;
    const to = links(dependencies, payer);
    const quote = await priceOf(dependencies, { subscription, payer });
    const isRenewal = (await unpaidTerm(db, subscription)) === null;
    await deliverMail(dependencies, payer, {
      // Once the address is there, another mail asks for the method that is missing too.
      dedupeKey: `renewal-declined.${attemptId ?? `${subscriptionId}.${subscription.periodEnd}`}.${needsAddress ? 'address' : (nextTryOn ?? 'last')}`,
      template: renewalDeclined,
      props: {
        firstName: payer.firstName,
        ...(await planOf(dependencies, { quote, subscription, reader: payer })),
        // What was declined; of a postponed try, what it will cost, also where its payer has moved since.
        amount: formatCents(isPostponed ? quote.priced.total : (attempt?.amountCents ?? quote.priced.total)),
        isRenewal,
        needsAddress,
        paymentMethod:
          method === null || (attempt === null && !isPostponed && !needsAddress) ? { type: 'NONE' } : paidWith(method),
        isPostponed,
        backupMethod: backup && paidWith(backup),
        nextTryOn: untried ? null : nextTryOn,
        endsOn: usableUntil(subscription),
        updateUrl: needsAddress ? to.profile : to.paymentMethod,
      },
    });
  },
};
