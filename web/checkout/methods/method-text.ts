import type { BankAddress } from '#contract/api/payment-methods.ts';
import { cardBrandName } from '#contract/fields/card-brands.ts';
import { walletText } from '#contract/fields/wallet-text.ts';
import type { PaymentType } from '#contract/sign-up/payment-types.ts';
import { m } from '#messages/messages.js';
import type { CardBilling } from '#web/payment-methods/payment-method.ts';
import type { PaymentChoice } from '../payment-choice.ts';

/** A payment method as text: `Visa ending in 1111`, `PayPal (marta@example.com)`. */
export function methodText({ card, wallets }: Pick<PaymentChoice, 'card' | 'wallets'>, method: PaymentType): string {
  if (method === 'CREDIT_CARD')
    return card
      ? m.payment_card_ending({ brand: cardBrandName(card.brand), lastFour: card.lastFour })
      : m.payment_card_title();
  return walletText(method, { accountLabel: wallets[method]?.accountLabel ?? null });
}

/** The billing address in the form in which the card's issuer checks it. */
export function cardBilling(address: BankAddress | null | undefined): CardBilling | null {
  if (!address) return null;
  const { line1, line2, city, region, postalCode, country } = address;
  return {
    streetAddress: line1,
    ...(line2 ? { extendedAddress: line2 } : {}),
    locality: city,
    region,
    postalCode,
    countryCodeAlpha2: country,
  };
}
