import type { PaymentType } from '#contract/api/payments.ts';
import type { OrderDetail } from '#contract/api/prices.ts';
import type { Language } from '../db/schema.ts';
import type { Payer } from '../payments/send-payment.ts';
import type { StoredQuote } from '../pricing/quote.ts';

/**
 * Everything a payment attempt needs to be completed by any process, after any crash. Stored with the attempt; holds no
 * secret.
 */
export type Purchase = {
  quote: StoredQuote;
  order: OrderDetail;
  payForCoParent: boolean;
  years: 1 | 2;
  language: Language;
  /** ISO country of the billing address. */
  country: string;
  payer: Payer;
  consent: { terms: boolean; marketing: boolean; textVersion: string; form: string; renewal?: boolean };
};

/** Device data goes to the gateway with the card of a British bill alone (specification 3.7). */
export function deviceDataOf({
  payment: { paymentType, deviceData = null },
  country,
}: {
  payment: { paymentType: PaymentType | null; deviceData?: string | null | undefined };
  country: string;
}): string | null {
  return paymentType === 'CREDIT_CARD' && country === 'GB' ? deviceData : null;
}

/** Version of the terms, privacy and renewal texts that a consent was given to. Raised when those texts change. */
export const consentTextVersion = '2026-11';
