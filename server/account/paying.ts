import type * as z from 'zod/mini';
import type { payment } from '#contract/api/payments.ts';
import type { Db } from '../db/pool.ts';
import type { Language } from '../db/schema.ts';
import type { PaymentSource } from '../gateways/payment/port.ts';
import { defaultMethod } from '../payments/payment-method-repository.ts';
import { presentQuote, type StoredQuote } from '../pricing/quote.ts';
import { type Refusal, refuse, refuseFields } from '../refusal.ts';

type Shown = Pick<z.output<typeof payment>, 'amountDisplayed' | 'taxAmountDisplayed' | 'taxId'>;

/** Charges only what the screen showed, to the cent. Anything else charges nothing and answers with the price that holds. */
export function refusedAmount({
  quote,
  payment: shown,
  language,
}: {
  quote: StoredQuote;
  payment: Shown;
  language: Language;
}): Refusal | null {
  const current = presentQuote(quote, { language });
  const { total, taxAmount } = current.totals;
  const same = shown.taxId === current.taxId && shown.amountDisplayed === total && shown.taxAmountDisplayed === taxAmount;
  return same ? null : refuse('QUOTE_CHANGED', { extra: { quote: current } });
}

/** A card that was just entered, otherwise the method on file; null when there is nothing to pay. */
export async function payingSource(
  db: Db,
  { userId, nonce, cents }: { userId: string; nonce: string | null; cents: number },
): Promise<PaymentSource | Refusal | null> {
  if (cents === 0) return null;
  if (nonce !== null) return { nonce };
  const method = await defaultMethod(db, userId);
  return method ? { paymentMethodToken: method.token } : refuseFields({ field: 'payment.nonce', code: 'payment_method_needed' });
}
