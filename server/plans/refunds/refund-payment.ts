import { refundOfFirstPayment } from '#contract/account/refund.ts';
import type { Day } from '#contract/fields/day.ts';
import type { Clock } from '../../clock.ts';
import type { Db, DbOrTrx, Trx } from '../../db/pool.ts';
import type { RefundReason } from '../../db/schema.ts';
import { isUninvited } from '../../identity/invite-timing-repository.ts';
import { moneyOfOrder, type OrderMoney } from '../../payments/order-money.ts';
import { lockOrders, type Order, readOrder } from '../../payments/order-repository.ts';
import { isBeingCharged } from '../../payments/payment-attempt-repository.ts';
import { type Refund, refundsOf, requestRefund } from '../../payments/refund-repository.ts';
import { redeemedCents, returnActivationCodes, returnableCents } from '../../pricing/activation-code-repository.ts';
import type { PricedCode, StoredQuote } from '../../pricing/stored-quote.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import { dueDay } from '../../subscriptions/calendar.ts';
import { ordersOf, refundPeriod } from '../../subscriptions/period-repository.ts';
import { afterCancel, refunded } from '../../subscriptions/subscription-life.ts';
import {
  changeSubscription,
  currentSubscription,
  lockHeldOrPaidBy,
  lockSubscription,
  type Subscription,
  type SubscriptionChange,
  subscriptionsHeldOrPaidBy,
} from '../../subscriptions/subscription-repository.ts';
import { endSubscription } from '../end-subscription.ts';
import { enqueueEndedMail, enqueueRenewalMails } from '../renewal-mails.ts';
import { readOrders } from './plan-payments.ts';
import { refundableOrders } from './refundable-orders.ts';

/** An order and its refundable amount. */
type RefundPart = { order: Order<StoredQuote>; cents: number; people: 1 | 2 };
/** What was paid for a plan and is refunded together, wherever its money is. */
type Candidate = {
  subscription: Subscription;
  /** The last day for a refund, in the payer's time zone. */
  until: Day;
  /**
   * The other parent's subscription if they were never invited: it is unused, so it is refunded together with the
   * payer's own.
   */
  uninvited: Subscription | null;
  orders: Order<StoredQuote>[];
  money: Map<string, OrderMoney>;
};
export type RefundOffer = Pick<Candidate, 'subscription' | 'until' | 'uninvited'> & {
  amountCents: number;
  /** What the same order paid for the other parent: it is not refunded, and their subscription is not shortened. */
  keptForCoParentCents: number;
  /** The amount that codes paid, which is returned to them. */
  codesCents: number;
  parts: RefundPart[];
};

type RefundProblem = 'NOT_REFUNDABLE' | 'PAYMENT_DISPUTED' | 'PAYMENT_IN_PROGRESS';

/**
 * What a user would currently be refunded; null if nothing. Only for their own subscription: one paid for a co-parent
 * belongs to the co-parent once they were invited.
 */
export async function refundOffer(
  { db, clock }: { db: DbOrTrx; clock: Clock },
  userId: string,
): Promise<RefundOffer | null> {
  const subscription = await currentSubscription(db, userId);
  if (subscription?.payerUserId !== userId || (await isChanging(db, subscription))) return null;
  const candidate = await readCandidate(db, { subscription, at: clock.now() });
  // The bank may return the same money.
  return candidate === null || isHeld(candidate) ? null : offerOf(db, candidate);
}

async function readCandidate(
  db: DbOrTrx,
  { subscription, at }: { subscription: Subscription; at: Date },
): Promise<Candidate | null> {
  const { payerUserId } = subscription;
  const own = await readOrders(db, await ordersOf(db, subscription.id));
  const found = refundableOrders(own.orders, { hasCome: own.hasCome, at });
  if (!found || found.first.userId !== payerUserId) return null;
  const unjoined = await uninvitedHolder(db, payerUserId);
  const paid = await readOrders(db, unjoined ? await ordersOf(db, unjoined.id) : []);
  const theirs = refundableOrders(paid.orders, { hasCome: paid.hasCome, at });
  const others = (theirs?.orders ?? []).filter(({ id }) => own.orders.every((order) => order.id !== id));
  return {
    subscription,
    until: found.until,
    uninvited: theirs && unjoined,
    orders: [...found.orders, ...others],
    money: new Map([...own.money, ...paid.money]),
  };
}

const moneyOf = ({ orders, money }: Candidate): OrderMoney[] => orders.flatMap(({ id }) => money.get(id) ?? []);
const isHeld = (candidate: Candidate) => moneyOf(candidate).some((money) => money.isHeld);

async function offerOf(db: DbOrTrx, candidate: Candidate): Promise<RefundOffer | null> {
  const { subscription, until, uninvited, orders, money } = candidate;
  if (moneyOf(candidate).some(isTakenBack)) return null;
  const forTwo = uninvited !== null;
  const parts = orders.flatMap((order) => {
    const ofOrder = money.get(order.id);
    return order.userId === subscription.payerUserId && ofOrder ? [ownPart(order, ofOrder, { forTwo })] : [];
  });
  const amountCents = parts.reduce((sum, { cents }) => sum + cents, 0);
  // If codes paid everything, no money can be refunded.
  if (amountCents === 0) return null;
  const keptCents = parts.reduce((sum, { order, people }) => sum + (people === 2 ? shares(order).keptCents : 0), 0);
  const codes = await Promise.all(
    parts.map(({ order: { attemptId }, people }) => returnableCents(db, { attemptId, people })),
  );
  const codesCents = codes.reduce((sum, cents) => sum + cents, 0);
  return { subscription, until, amountCents, keptForCoParentCents: keptCents, codesCents, parts, uninvited };
}

/** While a payment for the plan is in progress, the refundable amount is unknown. */
const isChanging = (db: DbOrTrx, { id: subjectId }: Subscription): Promise<boolean> =>
  isBeingCharged(db, { subjectId, purposes: ['RENEWAL', 'UPGRADE'] });

const shares = ({ totalCents, payForCoParent }: Order<StoredQuote>) =>
  refundOfFirstPayment({ totalCents, forTwo: payForCoParent });

/** Whether the payer was already refunded; a withdrawn refund moved nothing. */
const isTakenBack = ({ refunds }: OrderMoney) =>
  refunds.some(({ reason, state }) => reason === 'BY_PAYER' && state !== 'WITHDRAWN');

/** A subscription paid for a parent who was never invited. */
async function uninvitedHolder(db: DbOrTrx, payerUserId: string): Promise<Subscription | null> {
  for (const subscription of await subscriptionsHeldOrPaidBy(db, payerUserId)) {
    const { userId, state } = subscription;
    if (userId !== payerUserId && state === 'CURRENT' && (await isUninvited(db, userId))) return subscription;
  }
  return null;
}

/**
 * Codes credited for other orders in the same refund that move no money and send no mail. They are listed with the
 * first refund of money.
 */
export async function codesCreditedOnOtherOrders(
  db: Db,
  { id, orderId, userId, reason, requestedAt }: Refund,
): Promise<{ codes: readonly PricedCode[]; codesCents: number }[]> {
  const own = (await subscriptionsHeldOrPaidBy(db, userId)).filter((one) => one.userId === userId);
  const ordersOfEach = await Promise.all(own.map((one) => ordersOf(db, one.id)));
  const ids = ordersOfEach.find((some) => some.includes(orderId)) ?? [];
  const all = (await refundsOf(db, ids)).filter((one) => one.reason === 'BY_PAYER');
  const [earlier, refunds] = [
    all.filter((one) => one.requestedAt < requestedAt),
    all.filter((one) => one.requestedAt >= requestedAt),
  ];
  if (reason !== 'BY_PAYER' || refunds[0]?.id !== id) return [];
  const { orders: ofPlan, hasCome } = await readOrders(db, ids);
  const together = refundableOrders(ofPlan, { hasCome, at: requestedAt })?.orders ?? [];
  return Promise.all(
    together
      .filter((order) => order.userId === userId && refunds.every((refund) => refund.orderId !== order.id))
      .filter((order) => earlier.every((one) => one.requestedAt < order.createdAt))
      .map(
        async ({
          attemptId,
          quote: {
            priced: { codes },
          },
        }) => {
          const paid = codes.reduce((sum, { amountCents }) => sum + amountCents, 0);
          return { codes, codesCents: Math.max(0, paid - (await redeemedCents(db, attemptId))) };
        },
      ),
  );
}

/**
 * What support has refunded, or a bank has charged back, is not refunded twice, nor is it taken from what was paid for
 * the co-parent. The co-parent's share is also excluded if it was refunded at once because they already had an account
 * (`complete-sign-up.ts`).
 */
function ownPart(
  order: Order<StoredQuote>,
  { leftCents, ownLeftCents, isShareReturned }: OrderMoney,
  { forTwo = false }: { forTwo?: boolean } = {},
): RefundPart {
  return {
    order,
    cents: forTwo ? leftCents : ownLeftCents,
    people: order.payForCoParent && !forTwo && !isShareReturned ? 2 : 1,
  };
}

/** Refunds the first payment, or a renewal, and later upgrades in full and ends the subscription. Idempotent. */
export async function refundPayment(
  { db, clock }: { db: Db; clock: Clock },
  userId: string,
): Promise<{ amountCents: number } | Refusal<RefundProblem>> {
  return db.transaction().execute((trx) => refundPaymentIn(trx, { userId, at: clock.now() }));
}

/** The same in the caller's transaction. */
export async function refundPaymentIn(
  trx: Trx,
  { userId, at }: { userId: string; at: Date },
): Promise<{ amountCents: number } | Refusal<RefundProblem>> {
  await lockHeldOrPaidBy(trx, [userId]);
  // Whether an invite was sent concurrently decides who owns the other plan.
  await lockInvited(trx, userId);
  const current = await currentSubscription(trx, userId);
  if (current?.payerUserId !== userId) return refuse('NOT_REFUNDABLE');
  if (await isChanging(trx, current)) return refuse('PAYMENT_IN_PROGRESS');
  const uninvited = await uninvitedHolder(trx, userId);
  const paid = [current, ...(uninvited ? [uninvited] : [])];
  await lockOrders(trx, (await Promise.all(paid.map(({ id }) => ordersOf(trx, id)))).flat());
  const candidate = await readCandidate(trx, { subscription: current, at });
  if (candidate && isHeld(candidate)) return refuse('PAYMENT_DISPUTED');
  const offer = candidate && (await offerOf(trx, candidate));
  if (!offer) return refuse('NOT_REFUNDABLE');
  for (const part of offer.parts) await refundPart(trx, { part, reason: 'BY_PAYER', at });
  await refundPeriod(trx, current);
  await changeSubscription(trx, { current, change: { ...refunded, endedAt: at }, at });
  await enqueueEndedMail(trx, { current, userId, because: 'CANCELLED' });
  if (offer.uninvited) {
    await refundPeriod(trx, offer.uninvited);
    await changeSubscription(trx, { current: offer.uninvited, change: { ...refunded, endedAt: at }, at });
  }
  await stopPayingForOthers(trx, { userId, at });
  return { amountCents: offer.amountCents };
}

/** Parents whose plan this user pays for and who may be being invited at this moment. */
async function lockInvited(trx: Trx, payerUserId: string): Promise<void> {
  await trx
    .selectFrom('users')
    .select('id')
    .where('status', '=', 'INVITED')
    .where('id', 'in', (own) =>
      own
        .selectFrom('subscriptions')
        .select('userId')
        .where('payerUserId', '=', payerUserId)
        .where('state', '=', 'CURRENT'),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
}

async function refundPart(
  trx: Trx,
  { part: { order, cents, people }, reason, at }: { part: RefundPart; reason: RefundReason; at: Date },
): Promise<void> {
  await returnActivationCodes(trx, { attemptId: order.attemptId, people, at });
  if (cents === 0 || order.transactionId === null) return;
  await requestRefund(trx, {
    orderId: order.id,
    userId: order.userId,
    transactionId: order.transactionId,
    amountCents: cents,
    reason,
    at,
  });
}

/** Refunds upgrades whose term is no longer paid, unless they were already refunded. */
export async function refundUpgrades(
  trx: Trx,
  { upgrades, at }: { upgrades: readonly { orderId: string }[]; at: Date },
): Promise<void> {
  const ids = upgrades.map(({ orderId }) => orderId);
  await lockOrders(trx, ids);
  for (const id of ids) {
    const order = await readOrder<StoredQuote>(trx, id);
    const part = order && ownPart(order, await moneyOfOrder(trx, id));
    if (part) await refundPart(trx, { part, reason: 'NOT_COMPLETED', at });
  }
}

/**
 * A parent who leaves stops paying for the other parent's renewal; the holder is notified and keeps the paid term. A
 * term that is over and only waits for its payment ends.
 */
export async function stopPayingForOthers(trx: Trx, { userId, at }: { userId: string; at: Date }): Promise<void> {
  const paid = (await subscriptionsHeldOrPaidBy(trx, userId)).filter(
    (row) => row.payerUserId === userId && row.userId !== userId,
  );
  for (const { id } of paid) {
    const current = await lockSubscription(trx, id);
    if (current?.state !== 'CURRENT' || !current.autoRenew) continue;
    const change: SubscriptionChange = afterCancel(current, dueDay(at, current.timeZone));
    if (change.state) await endSubscription(trx, { current, because: 'CANCELLED', at });
    else await enqueueRenewalMails(trx, await changeSubscription(trx, { current, change, at }));
  }
}
