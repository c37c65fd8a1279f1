import type { ExperimentKey } from './experiments.ts';

export const paymentTypes = ['CREDIT_CARD', 'PAYPAL', 'VENMO', 'APPLE_PAY', 'GOOGLE_PAY'] as const;
export type PaymentType = (typeof paymentTypes)[number];

/** Payment methods that are approved with another company: each has its button, its switch and its name. */
export type WalletType = Exclude<PaymentType, 'CREDIT_CARD'>;

/** Names as their owners write them, in every language. */
export const walletNames = {
  PAYPAL: 'PayPal',
  VENMO: 'Venmo',
  APPLE_PAY: 'Apple Pay',
  GOOGLE_PAY: 'Google Pay',
} as const satisfies Record<WalletType, string>;

/** The operator's switch for each wallet: the page hides it, and the server refuses it. */
export const walletSwitches = {
  PAYPAL: 'hide-paypal',
  VENMO: 'hide-venmo',
  APPLE_PAY: 'hide-apple-pay',
  GOOGLE_PAY: 'hide-google-pay',
} as const satisfies Record<WalletType, ExperimentKey>;
