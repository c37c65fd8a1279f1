import type { RenewalBeforeClosing } from '#contract/api/account.ts';
import type { Day } from '#contract/fields/day.ts';
import { formatCents } from '#contract/fields/money.ts';
import type { Db, DbOrTrx, Trx } from '../db/pool.ts';
import type { Language } from '../db/schema.ts';
import { addressOf, readUser } from '../identity/user-repository.ts';
import { changeRenewalIn } from '../plans/change-renewal.ts';
import { heldBy } from '../plans/plan-holder.ts';
import { type RenewDependencies, renewalPrice } from '../plans/renew-subscription.ts';
import { chargeDay } from '../plans/renewal-due.ts';
import { dueDay } from '../subscriptions/calendar.ts';
import { mayResume } from '../subscriptions/subscription-life.ts';
import { byId, type Subscription, subscriptionsHeldOrPaidBy } from '../subscriptions/subscription-repository.ts';

type Closing = { userId: string; closesOn: Day; at: Date };

/** What renews before an account closes, with the day of its charge: what its owner pays for, and their own plan. */
async function renewalsBefore(
  db: DbOrTrx,
  { userId, closesOn, at }: Closing,
): Promise<{ subscription: Subscription; date: Day }[]> {
  const renewing = (await subscriptionsHeldOrPaidBy(db, userId)).filter(
    (one) => one.state === 'CURRENT' && one.autoRenew && !owesItsTerm(one, at),
  );
  const dated = await Promise.all(
    renewing.map(async (subscription) => ({ subscription, date: await nextChargeOn(db, { subscription, at }) })),
  );
  return dated.filter((one): one is { subscription: Subscription; date: Day } =>
    Boolean(one.date && one.date < closesOn),
  );
}

/** A charge for a term that already runs is not a renewal. */
const owesItsTerm = ({ declinedOn, periodEnd, timeZone }: Subscription, at: Date): boolean =>
  declinedOn !== null && dueDay(at, timeZone) < periodEnd;

async function nextChargeOn(
  db: DbOrTrx,
  { subscription, at }: { subscription: Subscription; at: Date },
): Promise<Day | null> {
  return subscription.declinedOn === null ? chargeDay(db, { subscription, at }) : subscription.retryOn;
}

/**
 * Cancels what would renew before an account closes: nobody pays for a term that begins after they asked to close,
 * unless they chose it. The other parent, as its payer or holder, is notified as of any cancellation.
 */
export async function cancelRenewalsBefore(trx: Trx, { userId, closesOn, at }: Closing): Promise<void> {
  const renewals = await renewalsBefore(trx, { userId, closesOn, at });
  for (const { id } of renewals.map(({ subscription }) => subscription).toSorted(byId))
    await changeRenewalIn(trx, { subscriptionId: id, userId, autoRenew: false, at });
}

/** The same for a user who asks to close: with their own charges, without the other parent's amounts. */
export async function viewRenewalsBefore(
  dependencies: RenewDependencies,
  { language, ...closing }: Closing & { language: Language },
): Promise<RenewalBeforeClosing[]> {
  const { db } = dependencies;
  const [renewals, reader] = await Promise.all([renewalsBefore(db, closing), readUser(db, closing.userId)]);
  return Promise.all(
    renewals.map(async ({ subscription, date }) => {
      const pays = subscription.payerUserId === closing.userId;
      const price = pays && (await renewalPrice(dependencies, { subscription, address: reader && addressOf(reader) }));
      return {
        heldBy: await heldBy(db, { subscription, readerId: closing.userId, language }),
        amountFormatted: price ? formatCents(price.quote.priced.total) : null,
        date,
      };
    }),
  );
}

/** Whether a plan that a parent pays for is current, and will not renew unless they resume it. */
export async function renewsNoMore(db: Db, { userId, at }: { userId: string; at: Date }): Promise<boolean> {
  // A professional's plans never renew.
  if ((await readUser(db, userId))?.role === 'PROFESSIONAL') return false;
  const plans = await subscriptionsHeldOrPaidBy(db, userId);
  return plans.some((one) => one.payerUserId === userId && mayResume(one, dueDay(at, one.timeZone)));
}
