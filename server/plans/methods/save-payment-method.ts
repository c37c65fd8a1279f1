import { enqueue } from '../../db/job-queue.ts';
import type { Trx } from '../../db/pool.ts';
import { type NewPaymentMethod, storePaymentMethod } from '../../payments/order-repository.ts';
import { defaultMethod, type PaymentMethod } from '../../payments/payment-method-repository.ts';
import { retireMethods } from '../../payments/retire-method.ts';
import { dueDay } from '../../subscriptions/calendar.ts';
import { afterNewMethod } from '../../subscriptions/renewal-schedule.ts';
import {
  byId,
  changeSubscription,
  lockPaidBy,
  lockSubscription,
  type Subscription,
  subscriptionsHeldOrPaidBy,
} from '../../subscriptions/subscription-repository.ts';
import { unpaidTerm } from '../../subscriptions/unpaid-terms.ts';
import { enqueueCustomerDeletion } from './delete-gateway-customer.ts';

/**
 * Makes a method the only one for a user's renewals, and returns it. Null if the gateway returned no token, or if the
 * account was closed meanwhile, in which case the method is deleted here and at the gateway. The previous method is
 * deleted and its owner notified, as a security measure; waiting renewals are retried at once.
 */
export async function savePaymentMethod(
  trx: Trx,
  { userId, method, authentication = null, at }: NewPaymentMethod,
): Promise<PaymentMethod | null> {
  if (method.token === null) return null;
  // Wait for a decline that is being recorded, so that it is seen below.
  await lockPaidBy(trx, [userId]);
  const previousDefault = await defaultMethod(trx, userId);
  await storePaymentMethod(trx, { userId, method, authentication, at });
  const retired = await retireMethods(trx, { userId, at });
  const currentDefault = await defaultMethod(trx, userId);
  if (!currentDefault) {
    // The account was closed meanwhile, and vaulting may have created the customer again.
    await enqueueCustomerDeletion(trx, { userId });
    return null;
  }
  if (currentDefault.id !== previousDefault?.id) {
    const payload = { paymentMethodId: currentDefault.id, replaced: retired > 0 };
    await enqueue(trx, { name: 'send-payment-method-replaced', payload, key: `method-replaced:${currentDefault.id}` });
  }
  await tryWaitingRenewals(trx, { userId, at });
  return currentDefault;
}

/**
 * Retries declined charges at once with the new card. If the bank replaced the card (`byBank`), only renewals announced
 * for this term, at no higher price; unpaid terms wait for their payer.
 */
export async function tryWaitingRenewals(
  trx: Trx,
  { userId, byBank = false, at }: { userId: string; byBank?: boolean; at: Date },
): Promise<void> {
  const waiting = (await paidBy(trx, userId)).filter(({ declinedOn }) => declinedOn !== null);
  for (const { id } of waiting) {
    const current = await lockSubscription(trx, id);
    if (current?.state !== 'CURRENT' || !current.autoRenew || current.declinedOn === null) continue;
    if (byBank && (await unpaidTerm(trx, current))) continue;
    await chargeNewMethod(trx, { current, at });
  }
}

/** Charges a declined renewal, whose lock is held, at once to a method that has not been tried. */
export async function chargeNewMethod(trx: Trx, { current, at }: { current: Subscription; at: Date }): Promise<void> {
  const { id, timeZone } = current;
  const today = dueDay(at, timeZone);
  const { declinedOn, retryOn } = afterNewMethod({ ...current, declinedOn: current.declinedOn ?? today }, today);
  await changeSubscription(trx, { current, change: { declinedOn, retryOn }, at });
  await enqueue(trx, { name: 'renew-subscription', payload: { subscriptionId: id }, key: `renew:${id}` });
}

/** Current plans that a user pays for, in locking order. */
async function paidBy(trx: Trx, userId: string): Promise<Subscription[]> {
  const subscriptions = await subscriptionsHeldOrPaidBy(trx, userId);
  return subscriptions.filter(({ payerUserId, state }) => payerUserId === userId && state === 'CURRENT').toSorted(byId);
}
