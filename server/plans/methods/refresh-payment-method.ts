import { isExpiredOn } from '#contract/fields/card-expiry.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/pool.ts';
import type { PaymentGateway } from '../../gateways/payment/port.ts';
import { lockMethods, readMethod, updateMethod } from '../../payments/payment-method-repository.ts';
import { retireMethod } from '../../payments/retire-method.ts';
import { lockPaidBy } from '../../subscriptions/subscription-repository.ts';
import { tryWaitingRenewals } from './save-payment-method.ts';

/**
 * Updates a stored method from the gateway: the number and expiry of a card that its bank has replaced, after which
 * waiting renewals are retried at once, or the fact that it can no longer be charged. If the gateway is unreachable,
 * the stored data is kept.
 */
export async function refreshPaymentMethod(
  { db, clock, gateway }: { db: Db; clock: Clock; gateway: PaymentGateway },
  paymentMethodId: string,
): Promise<void> {
  const stored = await readMethod(db, paymentMethodId);
  if (!stored || stored.replacedAt !== null) return;
  const found = await gateway.findPaymentMethod({ token: stored.token });
  if (found.outcome === 'unknown') return;
  const at = clock.now();
  await db.transaction().execute(async (trx) => {
    await lockPaidBy(trx, [stored.userId]);
    await lockMethods(trx, stored.userId);
    // The payer may have replaced it during the call to the gateway.
    const method = await readMethod(trx, paymentMethodId);
    if (!method || method.replacedAt !== null) return;
    if (found.outcome === 'gone') return retireMethod(trx, { id: method.id, at });
    const { cardLastFour, expirationMonth, expirationYear } = found.paymentMethod;
    await updateMethod(trx, { id: method.id, details: found.paymentMethod });
    const isOther =
      cardLastFour !== method.cardLastFour ||
      expirationMonth !== method.expirationMonth ||
      expirationYear !== method.expirationYear;
    const isGood = !isExpiredOn(found.paymentMethod, at.toISOString());
    if (isOther && isGood && method.isDefault)
      await tryWaitingRenewals(trx, { userId: method.userId, byBank: true, at });
  });
}
