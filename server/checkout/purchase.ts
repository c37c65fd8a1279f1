import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { day } from '#contract/fields/fields.ts';
import { agreementVersion } from '#contract/public-texts/agreement.ts';
import { productIds } from '#contract/sign-up/product-ids.ts';
import type { Purpose } from '../db/schema.ts';
import type { PaymentAttempt } from '../payments/payment-attempt.ts';
import type { Payer } from '../payments/send-payment.ts';
import { storedQuote } from '../pricing/stored-quote.ts';

const customer = z.object({ id: z.string(), firstName: z.string(), lastName: z.string(), email: z.string() });
const payer = z.object({
  customer,
  billing: z
    .object({
      line1: z.string(),
      line2: z.string().nullable(),
      city: z.string(),
      region: z.string().nullable(),
      postalCode: z.string().nullable(),
      country: z.string(),
    })
    .nullable(),
  cardholderName: z.string().nullable(),
  storeInVault: z.boolean(),
  deviceData: z.string().nullable(),
  recurring: z.enum(['first', 'subsequent']).nullable(),
  authentication: z.enum(['required', 'if_present']).exactOptional(),
  cardsOnly: z.boolean().exactOptional(),
}) satisfies z.ZodType<Payer>;

const anyPurchase = {
  quote: storedQuote,
  order: z.object({
    packageId: z.int(),
    productId: z.enum(productIds).nullable(),
    services: z.array(z.string()),
  }),
  payForCoParent: z.boolean(),
  years: z.literal([1, 2]),
  language: z.enum(['en', 'es']),
  /** ISO country of the billing address. */
  country: z.string(),
  payer,
  /** Of a professional's only the terms are recorded. */
  consent: z.object({
    terms: z.boolean(),
    marketing: z.boolean(),
    textVersion: z.string(),
    form: z.string(),
    renewal: z.boolean().exactOptional(),
  }),
};
/** `period`: the paid term. `buyerId`: the payer, who need not be the subscription's holder. */
const forSubscription = {
  ...anyPurchase,
  period: z.object({ periodStart: day, periodEnd: day }),
  buyerId: z.string(),
};
/** `inPlaceOf`: the order whose payment did not settle and is paid again. */
const byProfessional = { ...anyPurchase, professionalId: z.string(), inPlaceOf: z.string().exactOptional() };

const schema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('SIGN_UP'), ...anyPurchase }),
  z.object({ kind: z.literal('INVITE'), ...anyPurchase }),
  /** `coParentId`: whom the renewal also gets a plan. */
  z.object({ kind: z.literal('RENEWAL'), ...forSubscription, coParentId: z.string().exactOptional() }),
  z.object({
    kind: z.literal('NEW_START'),
    ...forSubscription,
    /** False if the payer did not consent to renewals. */
    renews: z.boolean().exactOptional(),
  }),
  z.object({
    kind: z.literal('UPGRADE'),
    ...forSubscription,
    /** The first day of the upgrade. */
    upgradedOn: day,
    /** The amount that a later upgrade prorates. */
    netCents: z.int(),
    /** The plan whose unused part was deducted. */
    pricedOn: z.object({ packageId: z.int(), services: z.array(z.string()) }),
  }),
  z.object({ kind: z.literal('PROFESSIONAL_PLAN'), ...byProfessional, parentIds: z.array(z.string()) }),
  z.object({ kind: z.literal('CODE_BUNDLE'), ...byProfessional }),
]);

/**
 * Everything a payment attempt needs to be completed by any process, after any crash. Stored with the attempt; holds no
 * secret.
 */
export type Purchase = z.output<typeof schema>;
export type PurchaseKind = Purchase['kind'];
type Purchases = { [One in Purchase as One['kind']]: One };
export type PurchaseOf<Kind extends PurchaseKind> = Purchases[Kind];

/**
 * Restarts share the purpose of renewals, so that the database allows only one unsettled attempt of either kind per
 * subscription.
 */
export const purposeOf = {
  SIGN_UP: 'SIGN_UP',
  INVITE: 'INVITE',
  RENEWAL: 'RENEWAL',
  NEW_START: 'RENEWAL',
  UPGRADE: 'UPGRADE',
  PROFESSIONAL_PLAN: 'PROFESSIONAL_PLAN',
  CODE_BUNDLE: 'CODE_BUNDLE',
} as const satisfies Record<PurchaseKind, Purpose>;

const identifying = ['kind', 'buyerId', 'parentIds', 'inPlaceOf'];

/** Whether an attempt is by the same person for the same purchase: only then may its outcome answer this purchase. */
export function isAttemptFor(purchase: Purchase, attempt: Pick<PaymentAttempt, 'purpose' | 'purchase'>): boolean {
  const identity = (bought: object) => identifying.map((field): unknown => Reflect.get(bought, field));
  return isDeepStrictEqual(identity(attempt.purchase), identity(purchase));
}

/** Names fields but no values, because the stored data is personal. */
export class UnreadablePurchase extends Error {
  readonly attemptId: string;
  readonly purpose: Purpose;
  readonly fields: string[];

  constructor({ id, purpose }: PaymentAttempt, fields: string[]) {
    super(`The stored purchase of payment attempt ${id} (${purpose}) cannot be read: ${fields.join(', ')}`);
    this.name = 'UnreadablePurchase';
    this.attemptId = id;
    this.purpose = purpose;
    this.fields = fields;
  }
}

/**
 * The purchase stored with an attempt, possibly by another release: unknown fields are kept. A missing or malformed one
 * throws `UnreadablePurchase`, because what is sold, and to whom, must not be guessed.
 */
export function readPurchase(attempt: PaymentAttempt): Purchase {
  const { error } = schema.safeParse(attempt.purchase);
  if (error) throw new UnreadablePurchase(attempt, [...new Set(error.issues.map(({ path }) => path.join('.')))]);
  const purchase = attempt.purchase as Purchase;
  if (purposeOf[purchase.kind] !== attempt.purpose) throw new UnreadablePurchase(attempt, ['kind']);
  return purchase;
}

/** The payer as sent to the gateway; null once payer data has been deleted. */
export function payerCustomerOf({ purchase }: PaymentAttempt): Payer['customer'] | null {
  return z.object({ payer: z.object({ customer }) }).safeParse(purchase).data?.payer.customer ?? null;
}

/** Version of the terms, privacy and renewal texts of a consent. */
export const consentTextVersion = agreementVersion;
