import * as z from 'zod/mini';
import type { FieldErrorCode } from '../fields/field-errors.ts';
import { cents, day, id, phoneCountryCode } from '../fields/fields.ts';
import { normaliseCharacters } from '../fields/typed-text.ts';
import { productIds } from '../sign-up/product-ids.ts';
import { address } from '../sign-up/your-details.ts';
import { registrationHeaders } from './headers.ts';
import { route } from './route.ts';
import { storedOrder } from './stored-texts.ts';

/** What something costs, line by line (specification 3.6). Amounts are integer US cents. */
export const orderDetail = z.object({
  packageId: z.int(),
  /** Term of a build-your-own package. */
  productId: z._default(z.nullable(z.enum(productIds)), null),
  /** Option codes of a build-your-own package. */
  services: z._default(z.array(z.string().check(z.regex(/^[A-Z0-9]{1,16}$/))).check(z.maxLength(10)), []),
});
export type OrderDetail = z.output<typeof orderDetail>;

const promoCode: FieldErrorCode = 'promo_code';

/** As typed; the server distinguishes activation codes from promo codes. */
export const typedCode = z
  .string(promoCode)
  .check(z.overwrite(normaliseCharacters), z.regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,63}$/u, promoCode));

export const lineKinds = [
  'PACKAGE',
  'OPTION',
  'CO_PARENT',
  'COUPON',
  'TAX',
  'INCLUDED_TAX',
  'CODE',
  'PRORATION',
] as const;

export const priceLine = z.object({
  kind: z.enum(lineKinds),
  /** The line's subject: option name, tax name, coupon or masked activation code. */
  name: z.string(),
  label: z.string(),
  /** Signed. The lines, without INCLUDED_TAX, sum to the total. */
  amount: z.int(),
  amountFormatted: z.string(),
});
export type PriceLine = z.output<typeof priceLine>;

const money = { amount: cents, amountFormatted: z.string() };

export const totals = z.object({
  currencyCode: z.string(),
  selectedPackageTotal: cents,
  subTotal: cents,
  subTotalAfterDiscount: cents,
  taxAmount: cents,
  paymentCodeTotal: cents,
  total: cents,
  selectedPackageTotalFormatted: z.string(),
  subTotalFormatted: z.string(),
  subTotalAfterDiscountFormatted: z.string(),
  taxAmountFormatted: z.string(),
  paymentCodeTotalFormatted: z.string(),
  totalFormatted: z.string(),
});

export const couponDetail = z.object({
  couponCode: z.string(),
  description: z.string(),
  discount: cents,
  discountFormatted: z.string(),
});

export const paymentCodeDetail = z.object({ code: z.string(), ...money });

/** The next charge of one subscription. `heldBy`: its holder, if not the payer. */
export const nextRenewal = z.object({
  heldBy: z.nullable(z.string()),
  ...money,
  date: day,
  /** What each year after it costs, if it is for two years. */
  yearlyFormatted: z.exactOptional(z.string()),
});
export type NextRenewal = z.output<typeof nextRenewal>;

export const quote = z.object({
  lines: z.array(priceLine),
  totals,
  taxes: z.array(z.object({ name: z.string(), ...money })),
  couponDetail: z.nullable(couponDetail),
  paymentCodeDetails: z.array(paymentCodeDetail),
  /** Submitted codes that do not apply, each with the field-error code of the reason. */
  refusedCodes: z.array(z.object({ code: z.string(), reason: z.string(), text: z.string() })),
  payForCoParent: z.boolean(),
  /** False until an address is known. */
  taxesCalculated: z.boolean(),
  /** Tax is included in the price and has no line of its own to pay. */
  includesVat: z.boolean(),
  /** Identifies exactly this quote; a payment must send it back. */
  taxId: z.string(),
  finalPrice: cents,
  /** The price of the next term for everybody in the order. */
  renewal: z.object({ amount: cents, amountFormatted: z.string(), date: day, years: z.literal(1) }),
  /** What will be charged, for each separately: none for a cancelled renewal. */
  renewals: z.array(nextRenewal),
});
export type Quote = z.output<typeof quote>;

export const calculatePrice = route({
  method: 'POST',
  path: '/v2/registrations/:signupId/prices',
  tag: 'Prices',
  summary: 'Price an order',
  caller: 'former-registration',
  limits: ['read', 'try-codes'],
  metrics: { flow: 'parent', step: 'price' },
  errors: ['PACKAGE_NOT_OFFERED'],
  params: z.object({ signupId: id }),
  headers: registrationHeaders,
  body: z.object({
    address: z.optional(z.extend(address, { type: z._default(z.literal('PRIMARY'), 'PRIMARY') })),
    limboId: z.optional(id),
    orderDetail,
    payForCoparent: z._default(z.boolean(), false),
    paymentCodes: z._default(z.array(typedCode).check(z.maxLength(5)), []),
    phoneCountryCode: z.optional(phoneCountryCode),
    phoneNumber: z.optional(z.string().check(z.maxLength(40))),
  }),
  answer: z.extend(quote, {
    request: z.object({ orderDetail: storedOrder, payForCoparent: z.boolean(), paymentCodes: z.array(z.string()) }),
  }),
});
