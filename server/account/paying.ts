import type { Db } from '../db/pool.ts';
import type { PaymentSource } from '../gateways/payment/port.ts';
import { defaultMethod } from '../payments/payment-method-repository.ts';
import { type Refusal, refuseFields } from '../refusal.ts';

/** A card that was just entered, otherwise the method on file; null when there is nothing to pay. */
export async function payingSource(
  db: Db,
  { userId, nonce, cents }: { userId: string; nonce: string | null; cents: number },
): Promise<PaymentSource | Refusal<'VALIDATION'> | null> {
  if (cents === 0) return null;
  if (nonce !== null) return { nonce };
  const method = await defaultMethod(db, userId);
  return method
    ? { paymentMethodToken: method.token }
    : refuseFields({ field: 'payment.nonce', code: 'payment_method_needed' });
}
