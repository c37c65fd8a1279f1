import type { PaymentMethodView } from '#contract/api/payment-methods.ts';
import { cardBrandName } from '#contract/card-brands.ts';
import { walletText } from '#contract/wallet-text.ts';
import { m } from '#messages/messages.js';

/** A payment method on file in words: `Visa ending in 1111`, `PayPal (marta@example.com)`. */
export function storedMethodText(method: PaymentMethodView): string {
  const { type, cardBrand, cardLastFour } = method;
  if (type === 'CREDIT_CARD') {
    if (cardLastFour === null) return m.payment_card_title();
    return m.payment_card_ending({
      brand: cardBrand === null ? m.payment_methods_card() : cardBrandName(cardBrand),
      lastFour: cardLastFour,
    });
  }
  return walletText(type, method);
}

type Expiry = Pick<PaymentMethodView, 'expirationMonth' | 'expirationYear'>;

/** A card is good to the end of its month. `today` is a moment of the browser: it warns, the gateway decides. */
export function isExpired({ expirationMonth, expirationYear }: Expiry, today: Date): boolean {
  if (expirationMonth === null || expirationYear === null) return false;
  const firstDayAfter = new Date(Number(expirationYear), Number(expirationMonth), 1);
  return today >= firstDayAfter;
}

/** When a card expires, or that it has; null for what does not expire. */
export function expiryText(method: Expiry, today: Date): string | null {
  const { expirationMonth: month, expirationYear: year } = method;
  if (month === null || year === null) return null;
  return isExpired(method, today)
    ? m.account_billing_method_expired({ month, year })
    : m.account_billing_method_expires({ month, year });
}
