import type { Day } from '#contract/fields/day.ts';
import { formatCents } from '#contract/fields/money.ts';
import { openDeletion } from '../../closing/deletion-repository.ts';
import type { EndReason } from '../../db/job-queue.ts';
import { addressOf, hasJoined, readUser, type User } from '../../identity/user-repository.ts';
import { holderJoined } from '../../mail-templates/templates/holder-joined.ts';
import {
  renewalMoved,
  renewalNotPaidFor,
  renewalPaidFor,
  renewedFor,
} from '../../mail-templates/templates/paid-by-another.ts';
import { renewalCancelled } from '../../mail-templates/templates/renewal-cancelled.ts';
import { renewalResumed } from '../../mail-templates/templates/renewal-resumed.ts';
import { renewalUnjoined } from '../../mail-templates/templates/renewal-unjoined.ts';
import { subscriptionLapsed } from '../../mail-templates/templates/subscription-lapsed.ts';
import { isForUnjoined } from '../../plans/ask-about-unjoined.ts';
import { chargeDay } from '../../plans/renewal-due.ts';
import { keptPrice } from '../../plans/restart-price.ts';
import { stillCharged } from '../../plans/still-charged.ts';
import { readPeriod } from '../../subscriptions/period-repository.ts';
import { endsOn } from '../../subscriptions/subscription-life.ts';
import { readSubscription, type Subscription } from '../../subscriptions/subscription-repository.ts';
import type { Job, JobDependencies } from '../job.ts';
import { deliverMail } from './deliver-mail.ts';
import { links } from './links.ts';
import {
  addMethodUrl,
  amountsOf,
  cancelUrl,
  holderOf,
  type ReminderContext,
  renewalOf,
  willBeCharged,
} from './renewal-mail-facts.ts';

/** Its payer, and its holder: invited people who have not joined get no mail but their invite. */
const isNotifiedOf = ({ userId, payerUserId }: Subscription, { id, status }: User): boolean =>
  status !== 'CLOSED' && (id === payerUserId || (id === userId && hasJoined(status)));

/**
 * A renewal was cancelled or resumed: tells its payer, and a holder for whom somebody else stopped or resumed paying.
 * Not sent after a further change, which has its own job.
 */
export const sendRenewalChanged: Job<{
  subscriptionId: string;
  userId: string;
  version: number;
  /**
   * `JOINED`: its holder has, and the days before were added. `MOVED`: staff added days. `RENEWED`: somebody else paid
   * another term. Null: cancelled or resumed.
   */
  because: 'JOINED' | 'MOVED' | 'RENEWED' | null;
}> = {
  run: async (dependencies, { subscriptionId, userId, version, because }) => {
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
    if (because === 'RENEWED') {
      const props = { firstName, until: subscription.periodEnd, billingUrl: billing };
      return deliverMail(dependencies, reader, { dedupeKey, template: renewedFor, props });
    }
    if (because === 'JOINED')
      return tellOfJoining(dependencies, { subscription, reader, heldBy: holder ?? '', renewsOn, dedupeKey });
    if (because === 'MOVED') {
      if (!(await willBeCharged(dependencies, subscription))) return;
      const props = { firstName, renewsOn, billingUrl: billing };
      return deliverMail(dependencies, reader, { dedupeKey, template: renewalMoved, props });
    }
    if (subscription.autoRenew && !pays) {
      const props = { firstName, renewsOn, billingUrl: billing };
      return deliverMail(dependencies, reader, { dedupeKey, template: renewalPaidFor, props });
    }
    if (subscription.autoRenew) {
      const props = {
        firstName,
        heldBy: holder,
        ...amountsOf(await renewalOf(dependencies, { subscription, payer: reader })),
        renewsOn,
        cancelUrl: cancelUrl(dependencies, { subscription, reader }),
        addMethodUrl: await addMethodUrl(dependencies, { subscription, reader }, { orExpiring: false }),
      };
      return deliverMail(dependencies, reader, { dedupeKey, template: renewalResumed, props });
    }
    const accessUntil = subscription.periodEnd;
    if (pays && holder !== null && subscription.askedFor === accessUntil && (await isForUnjoined(db, subscription)))
      return askPayer(dependencies, { subscription, reader, heldBy: holder, dedupeKey });
    return pays
      ? deliverMail(dependencies, reader, {
          dedupeKey,
          template: renewalCancelled,
          props: {
            firstName,
            heldBy: holder,
            accessUntil,
            takenOver: false,
            billingUrl: billing,
            stillCharged: await stillCharged(dependencies, { subscription, language: reader.language }),
            closesOn: await closingOf(dependencies, reader),
          },
        })
      : deliverMail(dependencies, reader, {
          dedupeKey,
          template: renewalNotPaidFor,
          props: { firstName, accessUntil, billingUrl: billing },
        });
  },
};

const closingOf = async ({ db }: JobDependencies, { id }: User): Promise<Day | null> =>
  (await openDeletion(db, id))?.closesOn ?? null;

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
    template: renewalCancelled,
    props: {
      firstName,
      heldBy: await holderOf(dependencies, { subscription, reader }),
      accessUntil: periodEnd,
      takenOver: true,
      billingUrl: links(dependencies, reader).billing,
      stillCharged: await stillCharged(dependencies, { subscription: { id, payerUserId: reader.id }, language }),
      closesOn: null,
    },
  });
}

/** Asks a payer whether to renew for a holder who never joined, which is off until they want it. */
async function askPayer(
  dependencies: JobDependencies,
  { subscription, reader, heldBy: holder, dedupeKey }: ReminderContext & { heldBy: string; dedupeKey: string },
): Promise<void> {
  const { billing: billingUrl, family: settingsUrl } = links(dependencies, reader);
  const { quote, years } = await renewalOf(dependencies, { subscription, payer: reader });
  await deliverMail(dependencies, reader, {
    dedupeKey,
    template: renewalUnjoined,
    props: {
      firstName: reader.firstName,
      heldBy: holder,
      endsOn: subscription.periodEnd,
      amount: formatCents(quote.priced.total),
      years,
      billingUrl,
      settingsUrl,
    },
  });
}

/** Tells a payer whose plan a co-parent has joined that the days before were added to it. */
async function tellOfJoining(
  dependencies: JobDependencies,
  {
    subscription,
    reader,
    heldBy,
    renewsOn,
    dedupeKey,
  }: ReminderContext &
    Record<'heldBy' | 'dedupeKey', string> & {
      renewsOn: Day;
    },
): Promise<void> {
  const { autoRenew, periodEnd } = subscription;
  const renews = autoRenew && (await willBeCharged(dependencies, subscription));
  const props = {
    firstName: reader.firstName,
    heldBy,
    days: (await readPeriod(dependencies.db, subscription))?.daysBeforeJoining ?? 0,
    lastsUntil: renews ? renewsOn : periodEnd,
    next: renews ? ('RENEWS' as const) : autoRenew ? ('HELD' as const) : ('ENDS' as const),
    billingUrl: links(dependencies, reader).billing,
  };
  await deliverMail(dependencies, reader, { dedupeKey, template: holderJoined, props });
}

/** Tells the holder that a subscription has ended, and the payer who could not be charged for it. */
export const sendSubscriptionEnded: Job<{
  subscriptionId: string;
  userId: string;
  because: EndReason;
}> = {
  run: async (dependencies, { subscriptionId, userId, because }) => {
    const { db } = dependencies;
    const [subscription, reader] = await Promise.all([readSubscription(db, subscriptionId), readUser(db, userId)]);
    // Not sent if it has restarted meanwhile.
    if (!subscription || subscription.state === 'CURRENT' || !reader || !isNotifiedOf(subscription, reader)) return;
    const lapsedOn = endsOn(subscription);
    const { state, payerUserId } = subscription;
    // A professional is not told that a parent has left.
    if (payerUserId === userId && reader.role === 'PROFESSIONAL') return;
    // Why it was not paid is private to the payer: a holder who is paid for is told only that it has ended.
    const reason = payerUserId === userId ? because : 'PAID_FOR';
    await deliverMail(dependencies, reader, {
      dedupeKey: `subscription-ended.${subscriptionId}.${lapsedOn}.${userId}`,
      template: subscriptionLapsed,
      props: {
        firstName: reader.firstName,
        heldBy: await holderOf(dependencies, { subscription, reader }),
        lapsedOn,
        because: state === 'REFUNDED' ? 'REFUNDED' : reason,
        renewUrl: links(dependencies, reader).restart,
        keptPrice:
          subscription.userId === userId
            ? await keptPrice(dependencies, { ...reader, subscription, address: addressOf(reader) })
            : null,
        closesOn: await closingOf(dependencies, reader),
      },
    });
  },
};
