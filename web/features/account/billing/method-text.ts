import type { PaymentMethodView } from '#contract/api/payment-methods.ts';
import { cardBrandName } from '#contract/fields/card-brands.ts';
import { isExpiredOn } from '#contract/fields/card-expiry.ts';
import type { Day } from '#contract/fields/day.ts';
import { walletText } from '#contract/fields/wallet-text.ts';
import { m } from '#messages/messages.js';

/** A stored payment method as text: `Visa ending in 1111`, `PayPal (marta@example.com)`. */
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

/**
 * When a card expires, or that it has expired by its owner's date, as a warning only, because the gateway decides;
 * null for methods without expiry.
 */
export function expiryText(method: Expiry, today: Day): string | null {
  const { expirationMonth: month, expirationYear: year } = method;
  if (month === null || year === null) return null;
  return isExpiredOn(method, today)
    ? m.account_billing_method_expired({ month, year })
    : m.account_billing_method_expires({ month, year });
}
