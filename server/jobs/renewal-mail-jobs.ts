import { isExpiredOn } from '#contract/card-expiry.ts';
import { formatCents } from '#contract/money.ts';
import { listed } from '#contract/paid-for.ts';
import { addressOf, hasJoined, readUser, type User } from '../identity/user-repository.ts';
import { heldBy, planNameOf } from '../account/plan-holder.ts';
import { renewalLinkSecret } from '../account/renewal-link.ts';
import { renewalPrice } from '../account/renew-subscription.ts';
import { openDeletion } from '../account/deletion-repository.ts';
import { chargeDay } from '../account/renewal-due.ts';
import { isForUnjoined } from '../account/ask-about-unjoined.ts';
import { stillCharged } from '../account/still-charged.ts';
import { type PaidWith, paidWith } from '../mail-templates/formats.ts';
import { hasOpenDispute } from '../payments/dispute-repository.ts';
import { defaultMethod } from '../payments/payment-method-repository.ts';
import { refreshPaymentMethod } from '../account/refresh-payment-method.ts';
import { readAttempt } from '../payments/payment-attempt-repository.ts';
import { daysBetween, dueDay } from '../subscriptions/calendar.ts';
import { closesBy } from '../subscriptions/closing-payer.ts';
import type { StoredQuote } from '../pricing/stored-quote.ts';
import { recordAnnounced, storeAnnouncedQuote } from '../subscriptions/renewal-notice-repository.ts';
import { endsOn, usableUntil } from '../subscriptions/subscription-life.ts';
import { readSubscription, type Subscription } from '../subscriptions/subscription-repository.ts';
import { unpaidTerm } from '../subscriptions/unpaid-terms.ts';
import { deliverMail } from './deliver-mail.ts';
import type { Job, JobDependencies } from './job.ts';
import { links } from './links.ts';
import { withoutNames } from './without-names.ts';

type ReminderContext = { subscription: Subscription; reader: User };

async function methodOf({ db }: JobDependencies, userId: string): Promise<PaidWith> {
  const method = await defaultMethod(db, userId);
  return method ? paidWith(method) : { type: 'NONE' };
}

/** Where to add a payment method for a renewal: if none is stored, or (`orExpiring`) if the card expires before it. */
async function addMethodUrl(
  dependencies: JobDependencies,
  { subscription: { periodEnd }, reader }: ReminderContext,
  { orExpiring }: { orExpiring: boolean },
): Promise<string | null> {
  const method = await defaultMethod(dependencies.db, reader.id);
  const isNeeded = method === null || (orExpiring && isExpiredOn(method, periodEnd));
  return isNeeded ? links(dependencies, reader).paymentMethod : null;
}

/** A bank may have replaced the card since it was stored. */
async function refreshDefault(dependencies: JobDependencies, userId: string): Promise<void> {
  const method = await defaultMethod(dependencies.db, userId);
  if (method) await refreshPaymentMethod(dependencies, method.id);
}

async function holderOf({ db }: JobDependencies, { subscription, reader }: ReminderContext): Promise<string | null> {
  const holder = await heldBy(db, { subscription, readerId: reader.id, language: reader.language });
  // In the plan's name too.
  return reader.emailProvenAt === null ? withoutNames({ heldBy: holder }, reader.language).heldBy : holder;
}

/** What a renewal buys, with its term and options, and its holder if that is not the reader. */
async function planOf(
  dependencies: JobDependencies,
  { quote, ...context }: ReminderContext & { quote: StoredQuote },
): Promise<{ planName: string; heldBy: string | null }> {
  const { language } = context.reader;
  const name = quote.texts.package[language];
  const options = quote.priced.options.map((option) => quote.texts.options[option.name]?.[language] ?? option.name);
  const holder = await holderOf(dependencies, context);
  return {
    planName: planNameOf(options.length === 0 ? name : `${name}: ${listed(options, language)}`, holder),
    heldBy: holder,
  };
}

function cancelUrl(dependencies: JobDependencies, { subscription, reader }: ReminderContext): string {
  return links(dependencies, reader).cancelRenewal({
    subscriptionId: subscription.id,
    secret: renewalLinkSecret(dependencies.makeToken, { subscription, payer: reader }),
  });
}

async function priceOf(
  dependencies: JobDependencies,
  { subscription, payer }: { subscription: Subscription; payer: User },
) {
  return (await renewalPrice(dependencies, { subscription, address: addressOf(payer) })).quote;
}

type EndingPlan = { subscription: Subscription; daysBefore: number; daysLeft: number };

/** Tells a parent whose plan somebody else paid for. A parent who cancelled their own renewal knows. */
async function remindOfEnd(
  dependencies: JobDependencies,
  { subscription, daysBefore, daysLeft }: EndingPlan,
): Promise<void> {
  if (subscription.payerUserId === subscription.userId) return;
  const reader = await readUser(dependencies.db, subscription.userId);
  if (reader?.status !== 'ACTIVE') return;
  const { id, periodEnd } = subscription;
  await deliverMail(dependencies, reader, {
    dedupeKey: `plan-ending.${id}.${periodEnd}.${daysBefore}`,
    template: 'plan-ending',
    props: {
      firstName: reader.firstName,
      endsOn: periodEnd,
      daysLeft,
      billingUrl: links(dependencies, reader).billing,
    },
  });
}

/**
 * Announces a renewal to its payer, with the amount and a link that cancels it; or the end of a plan to a holder for
 * whom somebody else paid. Not sent if the renewal was cancelled or charged meanwhile.
 */
export const sendRenewalReminder: Job<'send-renewal-reminder'> = {
  run: async (dependencies, { subscriptionId, periodEnd, daysBefore }) => {
    const { db, clock } = dependencies;
    const subscription = await readSubscription(db, subscriptionId);
    const payer = subscription && (await readUser(db, subscription.payerUserId));
    if (!payer || subscription.state !== 'CURRENT' || subscription.periodEnd !== periodEnd) return;
    const at = clock.now();
    const today = dueDay(at, subscription.timeZone);
    const told = (userId: string) => recordAnnounced(db, { subscriptionId, periodEnd, daysBefore, userId, on: today });
    const charged =
      !(await hasOpenDispute(db, payer.id)) && !(await closesBy(db, { userId: payer.id, day: periodEnd }));
    const renews = subscription.autoRenew && charged;
    if (!renews) {
      const daysLeft = daysBetween(today, periodEnd);
      if (daysLeft > 0) await remindOfEnd(dependencies, { subscription, daysBefore, daysLeft });
      return told(subscription.userId);
    }
    const renewsOn = await chargeDay(db, { subscription, at });
    if (renewsOn <= today) return;
    await refreshDefault(dependencies, payer.id);
    const quote = await priceOf(dependencies, { subscription, payer });
    await storeAnnouncedQuote(db, { subscriptionId, periodEnd, daysBefore, quote });
    await deliverMail(dependencies, payer, {
      dedupeKey: `renewal-reminder.${subscriptionId}.${periodEnd}.${daysBefore}.${payer.id}`,
      template: 'renewal-reminder',
      props: {
        firstName: payer.firstName,
        ...(await planOf(dependencies, { quote, subscription, reader: payer })),
        daysLeft: daysBetween(today, renewsOn),
        amount: formatCents(quote.priced.total),
        renewsOn,
        paymentMethod: await methodOf(dependencies, payer.id),
        cancelUrl: cancelUrl(dependencies, { subscription, reader: payer }),
        addMethodUrl: await addMethodUrl(dependencies, { subscription, reader: payer }, { orExpiring: true }),
        closesOn: subscription.userId === payer.id ? ((await openDeletion(db, payer.id))?.closesOn ?? null) : null,
      },
    });
    await told(payer.id);
  },
};

/**
 * Tells the payer that a renewal could not be charged: when it is retried, when the plan ends, and where to add another
 * card, or their address. Not sent if it was paid or given up meanwhile, or if another method was stored: that is
 * charged at once.
 */
export const sendRenewalDeclined: Job<'send-renewal-declined'> = {
  run: async (dependencies, { subscriptionId, attemptId, paymentMethodId, nextTryOn }) => {
    const { db } = dependencies;
    const subscription = await readSubscription(db, subscriptionId);
    const payer = subscription && (await readUser(db, subscription.payerUserId));
    if (!payer || subscription.state !== 'CURRENT' || subscription.declinedOn === null) return;
    const method = await defaultMethod(db, payer.id);
    if (paymentMethodId !== undefined && method && method.id !== paymentMethodId) return;
    const attempt = attemptId === null ? null : await readAttempt(db, attemptId);
    const untried =
      (await hasOpenDispute(db, payer.id)) ||
      (nextTryOn !== null && (await closesBy(db, { userId: payer.id, day: nextTryOn })));
    const needsAddress = attemptId === null && addressOf(payer) === null;
    const to = links(dependencies, payer);
    const quote = await priceOf(dependencies, { subscription, payer });
    const isRenewal = (await unpaidTerm(db, subscription)) === null;
    await deliverMail(dependencies, payer, {
      // Once the address is there, another mail asks for the method that is missing too.
      dedupeKey: `renewal-declined.${attemptId ?? `${subscriptionId}.${subscription.periodEnd}`}${needsAddress ? '.address' : ''}`,
      template: 'renewal-declined',
      props: {
        firstName: payer.firstName,
        ...(await planOf(dependencies, { quote, subscription, reader: payer })),
        amount: formatCents(attempt?.amountCents ?? quote.priced.total),
        isRenewal,
        needsAddress,
        paymentMethod: (attempt === null && !needsAddress) || method === null ? { type: 'NONE' } : paidWith(method),
        nextTryOn: untried ? null : nextTryOn,
        endsOn: usableUntil(subscription),
        updateUrl: needsAddress ? to.profile : to.paymentMethod,
      },
    });
  },
};

/** Invited people who have not joined get no mail but their invite. */
const isNotifiedOf = ({ payerUserId }: Subscription, { id, status }: User): boolean =>
  status !== 'CLOSED' && (id === payerUserId || hasJoined(status));

/**
 * A renewal was cancelled or resumed: tells its payer, and a holder for whom somebody else stopped or resumed paying.
 * Not sent after a further change, which has its own job.
 */
export const sendRenewalChanged: Job<'send-renewal-changed'> = {
  run: async (dependencies, { subscriptionId, userId, version }) => {
    const { db } = dependencies;
    const subscription = await readSubscription(db, subscriptionId);
    const reader = await readUser(db, userId);
    if (!subscription || !reader) return;
    if (paidBefore(subscription, reader)) return tellFormerPayer(dependencies, { subscription, reader });
    if (!isNotifiedOf(subscription, reader) || subscription.version !== version) return;
    const dedupeKey = `renewal-changed.${subscriptionId}.${version}.${userId}`;
    const { firstName } = reader;
    const { billing } = links(dependencies, reader);
    const pays = subscription.payerUserId === userId;
    const holder = await holderOf(dependencies, { subscription, reader });
    const renewsOn = await chargeDay(db, { subscription, at: dependencies.clock.now() });
    if (subscription.autoRenew && !pays) {
      const props = { firstName, renewsOn, billingUrl: billing };
      return deliverMail(dependencies, reader, { dedupeKey, template: 'renewal-paid-for', props });
    }
    if (subscription.autoRenew) {
      const { priced } = await priceOf(dependencies, { subscription, payer: reader });
      const props = {
        firstName,
        heldBy: holder,
        amount: formatCents(priced.total),
        renewsOn,
        cancelUrl: cancelUrl(dependencies, { subscription, reader }),
        addMethodUrl: await addMethodUrl(dependencies, { subscription, reader }, { orExpiring: false }),
      };
      return deliverMail(dependencies, reader, { dedupeKey, template: 'renewal-resumed', props });
    }
    const accessUntil = subscription.periodEnd;
    if (pays && holder !== null && subscription.askedFor === accessUntil && (await isForUnjoined(db, subscription)))
      return askPayer(dependencies, { subscription, reader, heldBy: holder, dedupeKey });
    return pays
      ? deliverMail(dependencies, reader, {
          dedupeKey,
          template: 'renewal-cancelled',
          props: {
            firstName,
            heldBy: holder,
            accessUntil,
            takenOver: false,
            billingUrl: billing,
            stillCharged: await stillCharged(dependencies, { subscription, language: reader.language }),
          },
        })
      : deliverMail(dependencies, reader, {
          dedupeKey,
          template: 'renewal-not-paid-for',
          props: { firstName, accessUntil, billingUrl: billing },
        });
  },
};

/** A parent who paid until its holder took it over. */
const paidBefore = ({ userId, payerUserId }: Subscription, { id, role, status }: User): boolean =>
  userId !== id && payerUserId !== id && role !== 'PROFESSIONAL' && hasJoined(status);

async function tellFormerPayer(
  dependencies: JobDependencies,
  { subscription, reader }: ReminderContext,
): Promise<void> {
  const { id, periodEnd } = subscription;
  const { firstName, language } = reader;
  await deliverMail(dependencies, reader, {
    dedupeKey: `renewal-taken-over.${id}.${periodEnd}.${reader.id}`,
    template: 'renewal-cancelled',
    props: {
      firstName,
      heldBy: await holderOf(dependencies, { subscription, reader }),
      accessUntil: periodEnd,
      takenOver: true,
      billingUrl: links(dependencies, reader).billing,
      stillCharged: await stillCharged(dependencies, { subscription: { id, payerUserId: reader.id }, language }),
    },
  });
}

/** Asks a payer whether to renew for a holder who never joined, which is off until they want it. */
async function askPayer(
  dependencies: JobDependencies,
  { subscription, reader, heldBy: holder, dedupeKey }: ReminderContext & { heldBy: string; dedupeKey: string },
): Promise<void> {
  const { billing: billingUrl, family: settingsUrl } = links(dependencies, reader);
  const { priced } = await priceOf(dependencies, { subscription, payer: reader });
  await deliverMail(dependencies, reader, {
    dedupeKey,
    template: 'renewal-unjoined',
    props: {
      firstName: reader.firstName,
      heldBy: holder,
      endsOn: subscription.periodEnd,
      amount: formatCents(priced.total),
      billingUrl,
      settingsUrl,
    },
  });
}

/** Tells the holder that a subscription has ended, and the payer who could not be charged for it. */
export const sendSubscriptionEnded: Job<'send-subscription-ended'> = {
  run: async (dependencies, { subscriptionId, userId, because = 'CANCELLED' }) => {
    const { db } = dependencies;
    const [subscription, reader] = await Promise.all([readSubscription(db, subscriptionId), readUser(db, userId)]);
    // Not sent if it has restarted meanwhile.
    if (!subscription || subscription.state === 'CURRENT' || !reader || !isNotifiedOf(subscription, reader)) return;
    const lapsedOn = endsOn(subscription);
    const { state, payerUserId } = subscription;
    // Nor does a professional learn that a parent has left.
    if (payerUserId === userId && reader.role === 'PROFESSIONAL') return;
    // Why it was not paid is the payer's affair: whoever is paid for reads only that it has ended.
    const reason = payerUserId === userId ? because : 'PAID_FOR';
    await deliverMail(dependencies, reader, {
      dedupeKey: `subscription-ended.${subscriptionId}.${lapsedOn}.${userId}`,
      template: 'subscription-lapsed',
      props: {
        firstName: reader.firstName,
        heldBy: await holderOf(dependencies, { subscription, reader }),
        lapsedOn,
        because: state === 'REFUNDED' ? 'REFUNDED' : reason,
        renewUrl: links(dependencies, reader).restart,
      },
    });
  },
};
