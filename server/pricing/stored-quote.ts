import * as z from 'zod';
import { includedTaxNames } from '#contract/api/packages.ts';
import { day } from '#contract/fields/fields.ts';

/** A priced order as stored with an attempt and an order. Integer US cents. */

const item = { name: z.string(), priceCents: z.int() };
const inLanguages = z.object({ en: z.string(), es: z.string() });

/**
 * `rate`: integer hundred-thousandths; `rateDate`: the day of the rate. `taxablePercent`: of the price, if a law taxes
 * only a part of it.
 */
const tax = z.object({
  name: z.string(),
  region: z.string().nullable(),
  rate: z.number(),
  rateDate: z.string(),
  taxablePercent: z.int().exactOptional(),
  amountCents: z.int(),
});

/**
 * `worthCents`: the value of a code for a year of a package to this person; missing if the code has an amount. `given`:
 * it was free, so it lowers the taxed price; others pay what is due.
 */
const code = z.object({
  id: z.string(),
  masked: z.string(),
  typed: z.string(),
  amountCents: z.int(),
  worthCents: z.int().exactOptional(),
  given: z.literal(true).exactOptional(),
});

/**
 * `id`: null for the offer of a discount link. `referrerKey`: set for a referrer's use. Neither: its use stays with the
 * order whose price is paid again.
 */
const coupon = z.object({
  id: z.string().nullable(),
  code: z.string(),
  discountCents: z.int(),
  referrerKey: z.string().exactOptional(),
});

/**
 * `includedTaxName`: the included tax's name; earlier orders without it have VAT. `priceVersion`: of all prices here;
 * earlier orders without it have the first.
 */
const pricedPackage = z.object({
  ...item,
  id: z.int(),
  includedTaxCents: z.int(),
  includedTaxName: z.enum(includedTaxNames).nullable().exactOptional(),
  priceVersion: z.int().exactOptional(),
});

const beforeTax = z.object({
  package: pricedPackage,
  options: z.array(z.object(item)).readonly(),
  payForCoParent: z.boolean(),
  coupon: coupon.nullable(),
  selectedPackageTotal: z.int(),
  coParentTotal: z.int(),
  subTotal: z.int(),
  subTotalAfterDiscount: z.int(),
  /** Tax included in `subTotalAfterDiscount`, for packages whose price includes it. */
  includedTax: z.int(),
  /**
   * Deducted: for an upgrade, whose prices above are for the remaining days, the unused part of what was paid; for a
   * bundle that is paid again, refunded codes.
   */
  unusedCents: z.int().exactOptional(),
});

const pricedOrder = beforeTax.extend({
  taxes: z.array(tax).readonly(),
  taxesCalculated: z.boolean(),
  taxAmount: z.int(),
  codes: z.array(code).readonly(),
  paymentCodeTotal: z.int(),
  total: z.int(),
});

/** Texts of a quote from the catalogue: stored with the order, so that they do not change. */
const texts = z.object({
  package: inLanguages,
  options: z.record(z.string(), inLanguages),
  coupon: inLanguages.nullable(),
});

/** For everybody in the order. `cancelled`: what would be charged, but is not. */
const renewal = z.object({ amountCents: z.int(), date: day, cancelled: z.boolean().exactOptional() });

/** Everything needed to show a priced order again in any language, years later. */
export const storedQuote = z.object({ priced: pricedOrder, texts, renewal });

export type PricedTax = z.output<typeof tax>;
export type PricedCode = z.output<typeof code>;
export type PricedCoupon = z.output<typeof coupon>;
export type PricedPackage = z.output<typeof pricedPackage>;
export type BeforeTax = z.output<typeof beforeTax>;
export type PricedOrder = z.output<typeof pricedOrder>;
export type StoredQuote = z.output<typeof storedQuote>;
