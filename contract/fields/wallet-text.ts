import { m } from '#messages/messages.js';
import { type WalletType, walletNames } from '../sign-up/payment-types.ts';
import { cardBrandName } from './card-brands.ts';
import type { Language } from './languages.ts';

type WalletDetails = { cardBrand?: string | null; cardLastFour?: string | null; accountLabel?: string | null };

/**
 * A wallet with its owner's label: `PayPal (marta@example.com)`, `Apple Pay (Visa ending in 1111)`. In the page's
 * language unless another is given.
 */
export function walletText(type: WalletType, details: WalletDetails, t: { locale?: Language } = {}): string {
  const wallet = walletNames[type];
  const { cardBrand, cardLastFour: lastFour, accountLabel } = details;
  if (accountLabel) return m.payment_wallet_account({ wallet, account: accountLabel }, t);
  if (!lastFour) return wallet;
  if (!cardBrand) return m.payment_wallet_card({ wallet, lastFour }, t);
  const account = m.payment_card_ending({ brand: cardBrandName(cardBrand), lastFour }, t);
  return m.payment_wallet_account({ wallet, account }, t);
}
