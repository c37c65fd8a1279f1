import * as z from 'zod/mini';
import { cardHolderName } from '../fields/fields.ts';
import { paymentTypes } from '../sign-up/payment-types.ts';
import { publicHeaders } from './headers.ts';
import { route } from './route.ts';

/** The payment method on file: nothing that could be charged with it. */
export const paymentMethodView = z.object({
  type: z.enum(paymentTypes),
  cardLastFour: z.nullable(z.string()),
  cardBrand: z.nullable(z.string()),
  expirationMonth: z.nullable(z.string()),
  expirationYear: z.nullable(z.string()),
  accountLabel: z.nullable(z.string()),
});
export type PaymentMethodView = z.output<typeof paymentMethodView>;

export const replacePaymentMethod = route({
  method: 'POST',
  path: '/v2/account/payment-method',
  tag: 'Account',
  summary: 'Replace the payment method after verifying it; charges nothing unless a renewal waits for it',
  caller: 'parent',
  limits: ['pay', 'declined-payment', 'asked-for-holder'],
  errors: ['PAYMENT_DECLINED', 'PAYMENT_METHOD_REJECTED', 'AUTHENTICATION_REQUIRED', 'PAYMENT_UNAVAILABLE'],
  headers: publicHeaders,
  body: z.object({
    nonce: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,512}$/)),
    /** `BACKUP`: it is kept beside the one on file, and replaces only an earlier backup. */
    as: z._default(z.enum(['DEFAULT', 'BACKUP']), 'DEFAULT'),
    cardHolderName: z._default(z.nullable(cardHolderName), null),
    deviceData: z.optional(z.string().check(z.regex(/^[\x20-\x7e]{1,4000}$/))),
  }),
  answer: z.object({ paymentMethod: paymentMethodView }),
});

const ofBackup = {
  path: '/v2/account/backup-payment-method',
  tag: 'Account',
  caller: 'parent',
  limits: ['change-account'],
  headers: publicHeaders,
} as const;
/** Whether a renewal is charged to it, once, if the default method is declined. */
const chargedWhenDeclined = z.boolean();
export const backupMethodView = z.extend(paymentMethodView, { chargedWhenDeclined });

export const changeBackupMethod = route({
  method: 'PUT',
  ...ofBackup,
  summary: 'Have declined renewals charged to the backup payment method, or not',
  errors: ['NOT_FOUND'],
  body: z.object({ chargedWhenDeclined }),
  answer: z.object({ chargedWhenDeclined }),
});

export const removeBackupMethod = route({
  method: 'DELETE',
  ...ofBackup,
  summary: 'Remove the backup payment method',
  answer: z.object({ removed: z.literal(true) }),
});

/**
 * Called before a user pays with a card on file. `challenge`: its issuer requires authentication. Null: it pays as it
 * is. The authenticated nonce is sent with Pay, without a type.
 */
export const prepareAuthentication = route({
  method: 'POST',
  path: '/v2/account/payment-method/authentication',
  tag: 'Account',
  summary: 'Create a nonce of the card on file for authenticating its holder',
  caller: 'parent',
  limits: ['pay'],
  errors: ['PAYMENT_UNAVAILABLE', 'PAYMENT_METHOD_REJECTED'],
  headers: publicHeaders,
  body: z.object({ challenge: z.boolean() }),
  answer: z.object({
    /** `bin`: the first digits, which identify its bank. `country`: of the bill. */
    card: z.nullable(z.object({ nonce: z.string(), bin: z.string(), country: z.string() })),
  }),
});

const bankAddress = z.object({
  line1: z.string(),
  line2: z.string(),
  city: z.string(),
  region: z.string(),
  postalCode: z.string(),
  country: z.string(),
});
export type BankAddress = z.output<typeof bankAddress>;

export const readBankAddress = route({
  method: 'GET',
  path: '/v2/account/billing-address',
  tag: 'Account',
  summary: "Get the billing address for authenticating the card's holder",
  caller: 'signed-in',
  limits: ['read'],
  headers: publicHeaders,
  answer: z.object({ address: z.nullable(bankAddress) }),
});
