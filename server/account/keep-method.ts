import { enqueue } from '../db/job-queue.ts';
import type { Trx } from '../db/pool.ts';
import type { PaymentMethodDetails } from '../gateways/payment/port.ts';
import { keepPaymentMethod } from '../payments/order-repository.ts';
import { retireMethods } from '../payments/payment-method-repository.ts';
import { dueDay } from '../subscriptions/calendar.ts';
import { afterNewMethod } from '../subscriptions/renewal-schedule.ts';
import { changeSubscription, lockSubscription, subscriptionsAround } from '../subscriptions/subscription-repository.ts';

/** Makes a method the only one a person's renewals are charged to. The one before is deleted; renewals that waited are tried at once. */
export async function keepMethod(
  trx: Trx,
  { userId, method, at }: { userId: string; method: PaymentMethodDetails; at: Date },
): Promise<void> {
  await keepPaymentMethod(trx, { userId, method, at });
  for (const paymentMethodId of await retireMethods(trx, { userId, at })) {
    await enqueue(trx, { name: 'delete-payment-method', payload: { paymentMethodId }, key: `delete-method:${paymentMethodId}` });
  }
  await tryWaitingRenewals(trx, { userId, at });
}

async function tryWaitingRenewals(trx: Trx, { userId, at }: { userId: string; at: Date }): Promise<void> {
  const waiting = (await subscriptionsAround(trx, userId)).filter(
    (row) => row.payerUserId === userId && row.state === 'CURRENT' && row.declinedOn !== null,
  );
  for (const { id } of waiting) {
    const current = await lockSubscription(trx, id);
    if (current?.state !== 'CURRENT' || !current.autoRenew || current.declinedOn === null) continue;
    const { retryOn } = afterNewMethod(current, dueDay(at));
    await changeSubscription(trx, { current, change: { retryOn }, at });
    await enqueue(trx, { name: 'renew-subscription', payload: { subscriptionId: id }, key: `renew:${id}` });
  }
}
