import braintree from 'braintree';
import * as z from 'zod';
import type { Authentication } from '../authentication.ts';
import type { Approval, Decline, PaymentMethodDetails, Unknown } from '../port.ts';
import { toCents } from './amounts.ts';
import { declineOf } from './decline-codes.ts';

/** The parts of the SDK's responses that are used. Any other shape proves nothing. */

export const optionalText = z
  .string()
  .nullish()
  .transform((value) => value || null);

const card = z.object({
  token: optionalText,
  last4: z.string(),
  cardType: optionalText,
  expirationMonth: optionalText,
  expirationYear: optionalText,
});
const payPalAccount = z.object({ token: optionalText, payerEmail: optionalText });
const venmoAccount = z.object({ token: optionalText, username: optionalText });
const expiry = { expirationMonth: optionalText, expirationYear: optionalText };
/** `last4` is the number on the device; the description ends with the one that its owner knows. */
const applePayCard = z.object({
  token: optionalText,
  cardType: optionalText,
  last4: optionalText,
  sourceDescription: optionalText,
  ...expiry,
});
const googlePayCard = z.object({
  token: optionalText,
  sourceCardType: optionalText,
  sourceCardLast4: optionalText,
  ...expiry,
});

const authentication = z
  .object({
    status: z.string(),
    liabilityShifted: z.boolean(),
    eciFlag: optionalText,
    dsTransactionId: optionalText,
    threeDSecureVersion: optionalText,
  })
  .transform(
    ({ eciFlag, threeDSecureVersion, ...read }): Authentication => ({
      ...read,
      eci: eciFlag,
      version: threeDSecureVersion,
    }),
  )
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);

const transaction = z.object({
  id: z.string().min(1),
  type: z.string(),
  status: z.string(),
  amount: z.string(),
  merchantAccountId: optionalText,
  currencyIsoCode: optionalText,
  createdAt: z.coerce.date(),
  processorResponseCode: optionalText,
  processorResponseType: optionalText,
  processorSettlementResponseCode: optionalText,
  gatewayRejectionReason: optionalText,
  paymentInstrumentType: optionalText,
  creditCard: z.unknown().optional(),
  paypalAccount: z.unknown().optional(),
  venmoAccountDetails: z.unknown().optional(),
  threeDSecureInfo: authentication,
  applePayCard: z.unknown().optional(),
  androidPayCard: z.unknown().optional(),
});
export type Transaction = z.output<typeof transaction>;

const verification = z.object({
  status: z.string(),
  processorResponseCode: optionalText,
  processorResponseType: optionalText,
  gatewayRejectionReason: optionalText,
});

/** Null if it is not a transaction. */
export function readTransaction(value: unknown): Transaction | null {
  return transaction.safeParse(value).data ?? null;
}

const chargedStatuses = new Set([
  'authorized',
  'submitted_for_settlement',
  'settling',
  'settled',
  'settlement_confirmed',
  'settlement_pending',
]);
const refusedStatuses = new Set([
  'processor_declined',
  'gateway_rejected',
  'failed',
  'settlement_declined',
  'authorization_expired',
  'voided',
]);

/** A sale's current state at the gateway. One that was reversed or never settled charged nothing. */
export function outcomeOf(sale: Transaction): Approval | Decline | Unknown {
  if (sale.status === 'authorizing') return { outcome: 'unknown', cause: 'in_flight' };
  if (refusedStatuses.has(sale.status)) return declineOf({ refused: sale, otherwise: 'card_declined' });
  const amountCents = toCents(sale.amount);
  const paymentMethod = transactionMethod(sale);
  if (!chargedStatuses.has(sale.status) || amountCents === null || paymentMethod === null)
    return { outcome: 'unknown', cause: 'unreadable' };
  const { id: transactionId, threeDSecureInfo, createdAt: processedAt } = sale;
  return {
    outcome: 'approved',
    transactionId,
    amountCents,
    paymentMethod,
    authentication: threeDSecureInfo,
    processedAt,
  };
}

export function isCharged(sale: Transaction): boolean {
  return chargedStatuses.has(sale.status);
}

/** A failed verification; null for a response without one. */
export function verificationDecline(value: unknown): Decline | null {
  const refused = verification.safeParse(value).data;
  return refused
    ? declineOf({
        refused: { ...refused, processorSettlementResponseCode: null, paymentInstrumentType: null },
        otherwise: 'verification_declined',
      })
    : null;
}

const nonce = z.object({ type: z.string(), threeDSecureInfo: authentication });

/** A nonce's type, and how its holder was authenticated; null if it is not a nonce. */
export function readNonce(value: unknown): { isCard: boolean; authentication: Authentication | null } | null {
  const read = nonce.safeParse(value).data;
  return read ? { isCard: read.type === 'CreditCard', authentication: read.threeDSecureInfo } : null;
}

const madeNonce = z
  .object({ nonce: z.string().min(1), details: z.object({ bin: optionalText }) })
  .transform(({ nonce: made, details: { bin } }) => ({ nonce: made, bin }));

/** A nonce created from a stored method; null if it is not one. */
export function readCreatedNonce(value: unknown): { nonce: string; bin: string | null } | null {
  return madeNonce.safeParse(value).data ?? null;
}

const verified = z.object({ verifications: z.array(z.object({ threeDSecureInfo: authentication })) });

/** How the holder of a newly stored card was authenticated; null if nobody was asked. */
export function readVaultedAuthentication(value: unknown): Authentication | null {
  return verified.safeParse(value).data?.verifications[0]?.threeDSecureInfo ?? null;
}

const none = {
  token: null,
  cardLastFour: null,
  cardBrand: null,
  expirationMonth: null,
  expirationYear: null,
  accountLabel: null,
};

function cardDetails(value: unknown): PaymentMethodDetails | null {
  const read = card.safeParse(value).data;
  return read
    ? {
        ...none,
        type: 'CREDIT_CARD',
        token: read.token,
        cardLastFour: read.last4,
        cardBrand: read.cardType,
        expirationMonth: read.expirationMonth,
        expirationYear: read.expirationYear,
      }
    : null;
}

function payPalDetails(value: unknown): PaymentMethodDetails | null {
  const read = payPalAccount.safeParse(value).data;
  return read ? { ...none, type: 'PAYPAL', token: read.token, accountLabel: read.payerEmail } : null;
}

function venmoDetails(value: unknown): PaymentMethodDetails | null {
  const read = venmoAccount.safeParse(value).data;
  return read ? { ...none, type: 'VENMO', token: read.token, accountLabel: read.username } : null;
}

function applePayDetails(value: unknown): PaymentMethodDetails | null {
  const read = applePayCard.safeParse(value).data;
  if (!read) return null;
  const { token, expirationMonth, expirationYear, sourceDescription, last4 } = read;
  const cardBrand = read.cardType?.replace(/^Apple Pay - /, '') ?? null;
  const cardLastFour = /\d{4}$/.exec(sourceDescription ?? '')?.[0] ?? last4;
  return { ...none, type: 'APPLE_PAY', token, cardLastFour, cardBrand, expirationMonth, expirationYear };
}

function googlePayDetails(value: unknown): PaymentMethodDetails | null {
  const read = googlePayCard.safeParse(value).data;
  if (!read) return null;
  const { sourceCardType: cardBrand, sourceCardLast4: cardLastFour, ...same } = read;
  return { ...none, type: 'GOOGLE_PAY', cardLastFour, cardBrand, ...same };
}

const instruments: Record<string, (sale: Transaction) => PaymentMethodDetails | null> = {
  credit_card: ({ creditCard }) => cardDetails(creditCard),
  paypal_account: ({ paypalAccount }) => payPalDetails(paypalAccount),
  venmo_account: ({ venmoAccountDetails }) => venmoDetails(venmoAccountDetails),
  apple_pay_card: ({ applePayCard: details }) => applePayDetails(details),
  android_pay_card: ({ androidPayCard }) => googlePayDetails(androidPayCard),
};

function transactionMethod(sale: Transaction): PaymentMethodDetails | null {
  return instruments[sale.paymentInstrumentType ?? '']?.(sale) ?? null;
}

const vaultedPayPal = z.object({ token: z.string(), email: z.string() });

/** A method in the vault; null if it is not one. */
export function readVaultedMethod(value: unknown): (PaymentMethodDetails & { token: string }) | null {
  const details = vaultedDetails(value);
  return details && details.token !== null ? { ...details, token: details.token } : null;
}

function vaultedDetails(value: unknown): PaymentMethodDetails | null {
  if (value instanceof braintree.ApplePayCard) return applePayDetails(value);
  if (value instanceof braintree.AndroidPayCard) return googlePayDetails(value);
  const payPal = vaultedPayPal.safeParse(value).data;
  if (payPal) return payPalDetails({ token: payPal.token, payerEmail: payPal.email });
  const isVenmo = typeof value === 'object' && value !== null && 'username' in value;
  return isVenmo ? venmoDetails(value) : cardDetails(value);
}
