import { coverageOf, mayStartPlan } from '../../checkout/one-plan-each.ts';
import type { Purchase } from '../../checkout/purchase.ts';
import { refundUnfulfilledOrder } from '../../checkout/refund-unfulfilled-order.ts';
import type { Settled } from '../../checkout/settle-payment.ts';
import type { DbOrTrx, Trx } from '../../db/pool.ts';
import { lockUser } from '../../identity/user-repository.ts';
import { correctInvite } from '../../invites/waiting-invite.ts';
import { sharePaid } from '../../pricing/price-order.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import { closingDayOf } from '../../subscriptions/closing-payer.ts';
import { coveredBy, enqueueCoverMail } from '../../subscriptions/renewal-cover-repository.ts';
import { startSubscription } from '../../subscriptions/start-subscription.ts';
import { lapsed } from '../../subscriptions/subscription-life.ts';
import {
  changeSubscription,
  currentSubscription,
  type Subscription,
  zoneOf,
} from '../../subscriptions/subscription-repository.ts';
import { enqueueRenewedMail } from '../renewal-mails.ts';

type Day = Subscription['periodEnd'];

/** A plan that ends by then leaves room for the next one; one that renews, or lasts longer, is never paid twice. */
const endsBy = ({ autoRenew, periodEnd }: Subscription, day: Day): boolean => !autoRenew && periodEnd <= day;

async function hasPlanAfter(db: DbOrTrx, { userId, day }: { userId: string; day: Day }): Promise<boolean> {
  const current = await currentSubscription(db, userId);
  return current !== null && !endsBy(current, day);
}

/** For whom a renewal that is charged now also pays; null if only for its holder. */
export async function coParentToPayFor(db: DbOrTrx, subscription: Subscription): Promise<string | null> {
  const coParentId = await coveredBy(db, subscription);
  if (coParentId === null || (await closingDayOf(db, coParentId)) !== null) return null;
  return (await hasPlanAfter(db, { userId: coParentId, day: subscription.periodEnd })) ? null : coParentId;
}

/**
 * Why a renewal must not be charged for both now: the other parent leaves, has a plan, or is being charged for one.
 * Locks them until the caller's transaction ends, so that the second of two payments for one person sees the first.
 */
export async function refusedCoParent(
  trx: Trx,
  purchase: Purchase,
): Promise<Refusal<'CONFLICT' | 'PAYMENT_IN_PROGRESS'> | null> {
  if (purchase.kind !== 'RENEWAL' || purchase.coParentId === undefined) return null;
  const { coParentId: userId, period } = purchase;
  const user = await lockUser(trx, userId);
  if (!user || user.status === 'CLOSED' || (await closingDayOf(trx, userId)) !== null) return refuse('CONFLICT');
  if (await hasPlanAfter(trx, { userId, day: period.periodStart })) return refuse('CONFLICT');
  return (await coverageOf(trx, [userId])).charged ? refuse('PAYMENT_IN_PROGRESS') : null;
}

/** Whether they can receive a plan; one that ends now makes room for it. */
async function hasRoom(trx: Trx, { userId, day, at }: { userId: string; day: Day; at: Date }): Promise<boolean> {
  const current = await currentSubscription(trx, userId);
  if (current && endsBy(current, day))
    await changeSubscription(trx, { current, change: { ...lapsed, endedAt: at }, at });
  return mayStartPlan(trx, userId);
}

type CoveredPlan = {
  settled: Settled<'RENEWAL'>;
  /** As it was before the renewal. */
  current: Subscription;
  orderId: string;
  /** For whom the renewal was to pay; null if for nobody else. */
  coParentId: string | null;
};

/** Begins the other parent's plan with a renewal that paid for both; otherwise tells its payer, or refunds half. */
export async function beginCoveredPlan(
  trx: Trx,
  { settled, current, orderId, coParentId }: CoveredPlan,
): Promise<void> {
  const { purchase, at } = settled;
  const { buyerId: payerUserId, order, years, quote, period } = purchase;
  const userId = purchase.coParentId;
  const mail = { subscriptionId: current.id, userId: payerUserId, version: current.version, covers: false };
  if (userId === undefined) {
    if (coParentId === null) return;
    await enqueueCoverMail(trx, mail);
    const hasPlan = await hasPlanAfter(trx, { userId: coParentId, day: period.periodStart });
    return hasPlan ? undefined : enqueueCoverMail(trx, { ...mail, userId: coParentId });
  }
  const paidCents = sharePaid(quote.priced)[1] ?? 0;
  if (coParentId !== userId || !(await hasRoom(trx, { userId, day: period.periodStart, at }))) {
    await refundUnfulfilledOrder(trx, { settled, orderId, userId: payerUserId, cents: paidCents, people: 2 });
    return enqueueCoverMail(trx, mail);
  }
  const { packageId, services } = order;
  const timeZone = await zoneOf(trx, payerUserId);
  const term = { userId, familyId: current.familyId, payerUserId, timeZone, packageId, services, years };
  await startSubscription(trx, { ...term, orderId, paidCents, at });
  const begun = await currentSubscription(trx, userId);
  if (begun) await enqueueRenewedMail(trx, begun);
  await correctInvite(trx, { userId, at });
}
