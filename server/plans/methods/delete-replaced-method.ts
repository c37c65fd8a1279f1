import { after, type Clock, minutes } from '../../clock.ts';
import { enqueue } from '../../db/job-queue.ts';
import type { Db } from '../../db/pool.ts';
import type { PaymentGateway } from '../../gateways/payment/port.ts';
import { usesToken } from '../../payments/payment-attempt-repository.ts';
import { forgetMethod, readMethod } from '../../payments/payment-method-repository.ts';

const pauseMs = minutes(5);

/** Deletes a replaced method at the gateway, then here, unless a charge with it may have to be sent again. */
export async function deleteReplacedMethod(
  { db, clock, gateway }: { db: Db; clock: Clock; gateway: PaymentGateway },
  paymentMethodId: string,
): Promise<{ retryAt: Date | null }> {
  const method = await readMethod(db, paymentMethodId);
  if (!method || method.replacedAt === null || method.isDefault || method.isBackup) return { retryAt: null };
  const later = { retryAt: after(clock.now(), pauseMs) };
  if (await usesToken(db, method.token)) return later;
  const { outcome } = await gateway.deletePaymentMethod({ token: method.token });
  if (outcome === 'unknown') return later;
  if (await forgetMethod(db, paymentMethodId)) return { retryAt: null };
  // It was stored again concurrently, under the token that is now deleted: ask the gateway whether it still exists.
  const key = `refresh-method:${paymentMethodId}`;
  await enqueue(db, { name: 'refresh-payment-method', payload: { paymentMethodId }, key });
  return { retryAt: null };
}
