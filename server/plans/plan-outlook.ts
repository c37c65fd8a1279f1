import { formatCents } from '#contract/fields/money.ts';
import { addressOf, type User } from '../identity/user-repository.ts';
import type { PlanOutlook } from '../mail-templates/templates/plan-outlook.ts';
import { hasOpenDispute } from '../payments/dispute-repository.ts';
import { endsOn, usableUntilAt } from '../subscriptions/subscription-life.ts';
import { type Subscription, subscriptionsHeldOrPaidBy } from '../subscriptions/subscription-repository.ts';
import { heldBy } from './plan-holder.ts';
import { type RenewDependencies, renewalPrice } from './renew-subscription.ts';
import { chargeDay, closesBeforeCharge } from './renewal-due.ts';

/**
 * The outlook for every plan that a reader pays for (or only those in `only`), and for their own latest plan if it has
 * ended.
 */
export async function plansAhead(
  dependencies: RenewDependencies,
  { reader, only }: { reader: User; only?: readonly string[] },
): Promise<PlanOutlook[]> {
  const all = await subscriptionsHeldOrPaidBy(dependencies.db, reader.id);
  const [latest] = all.filter(({ userId }) => userId === reader.id);
  const paid = all.filter(
    (one) =>
      one.payerUserId === reader.id &&
      (one.state === 'CURRENT' || one.id === latest?.id) &&
      (only?.includes(one.id) ?? true),
  );
  return Promise.all(paid.map((subscription) => outlookOf(dependencies, { subscription, reader })));
}

async function outlookOf(
  dependencies: RenewDependencies,
  { subscription, reader }: { subscription: Subscription; reader: User },
): Promise<PlanOutlook> {
  const { db, clock } = dependencies;
  const holder = await heldBy(db, { subscription, readerId: reader.id, language: reader.language });
  if (subscription.state !== 'CURRENT') return { heldBy: holder, next: 'ENDED', on: endsOn(subscription) };
  const renewsOn = await chargeDay(db, { subscription, at: clock.now() });
  const renews = subscription.autoRenew && !(await closesBeforeCharge(db, { subscription, at: clock.now() }));
  const until = { heldBy: holder, on: usableUntilAt(subscription, clock.now()) };
  if (!renews) return { ...until, next: 'ENDS' };
  if (await hasOpenDispute(db, reader.id)) return { ...until, next: 'HELD' };
  if (subscription.declinedOn !== null) return { ...until, next: 'UNPAID' };
  const { quote } = await renewalPrice(dependencies, { subscription, address: addressOf(reader) });
  return { heldBy: holder, on: renewsOn, next: 'RENEWS', amount: formatCents(quote.priced.total) };
}
