import { enqueueReceipt } from '../checkout/enqueue-receipt.ts';
import { insertPaidOrder } from '../checkout/paid-order.ts';
import { refundUnfulfilledOrder } from '../checkout/refund-unfulfilled-order.ts';
import type { Settled } from '../checkout/settle-payment.ts';
import type { Trx } from '../db/pool.ts';
import type { RefundReason } from '../db/schema.ts';
import { sharePaid } from '../pricing/price-order.ts';
import { insertPeriod } from '../subscriptions/period-repository.ts';
import { type Charge, isStillDue, paid } from '../subscriptions/subscription-life.ts';
import {
  changeSubscription,
  lockHeldOrPaidBy,
  lockSubscription,
  type Subscription,
  type SubscriptionChange,
} from '../subscriptions/subscription-repository.ts';
import { unpaidTerm } from '../subscriptions/unpaid-terms.ts';
import { enqueueRenewedMail } from './renewal-mails.ts';

type YearPayment = Settled<'RENEWAL' | 'NEW_START'>;

/**
 * Locks the subscription that was paid for. A card that is stored with the payment is also charged for what waits for
 * one, so its payer's subscriptions are locked together, in their order.
 */
export async function lockPaidSubscription(
  trx: Trx,
  { attempt, purchase }: YearPayment | Settled<'UPGRADE'>,
): Promise<Subscription> {
  const { payer, buyerId } = purchase;
  const coParentId = 'coParentId' in purchase ? purchase.coParentId : undefined;
  if (coParentId !== undefined) await lockHeldOrPaidBy(trx, [buyerId, coParentId]);
  else if (payer.storeInVault) await lockHeldOrPaidBy(trx, [buyerId]);
  const current = await lockSubscription(trx, attempt.subjectId);
  if (!current) throw new Error('Payment without a subscription');
  return current;
}

type PaidPeriodParams = {
  settled: YearPayment;
  current: Subscription;
  charge: Charge;
  /** Further changes for the same update. */
  change?: SubscriptionChange;
  /** The person has received another plan meanwhile, or has left. */
  unwanted?: boolean;
  /** The reason for the refund if the period cannot begin any more. */
  refundReason: RefundReason;
};

/** Begins a paid year, once, and returns its order; null if it cannot begin any more and the payment is refunded. */
export async function beginPaidPeriod(
  trx: Trx,
  { settled, current, charge, change, unwanted = false, refundReason }: PaidPeriodParams,
): Promise<string | null> {
  const { purchase, at } = settled;
  const { buyerId: userId } = purchase;
  const orderId = await insertPaidOrder(trx, { settled, userId, familyId: current.familyId });
  // Its holder had the term all along; a plan that begins again has a term of its own.
  const paidAgain = charge.kind === 'RENEWAL' ? await unpaidTerm(trx, current) : null;
  const period = {
    subscriptionId: current.id,
    ...charge.period,
    orderId,
    paidCents: sharePaid(purchase.quote.priced)[0] ?? 0,
    daysBeforeJoining: paidAgain?.daysBeforeJoining ?? 0,
  };
  const isNew = !unwanted && isStillDue(current, charge) && (await insertPeriod(trx, period));
  if (!isNew) {
    await refundUnfulfilledOrder(trx, { settled, orderId, userId, reason: refundReason });
    return null;
  }
  const after = await changeSubscription(trx, { current, change: { ...paid(charge, purchase.order), ...change }, at });
  if (!paidAgain) await enqueueRenewedMail(trx, after);
  await enqueueReceipt(trx, orderId);
  return orderId;
}
