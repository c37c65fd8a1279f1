import { allocate, divideRounded } from '#contract/fields/money.ts';
import type { BeforeTax, PricedCode, PricedCoupon, PricedOrder, PricedPackage, PricedTax } from './stored-quote.ts';

/**
 * The price of an order: package + options (+ the co-parent's) − coupon → tax → − codes. Integer US cents throughout.
 * Prices are calculated only here; every screen, receipt and mail shows these lines (specification 3.6, 9).
 */
export type PricingInput = {
  package: PricedPackage;
  options: PricedOrder['options'];
  payForCoParent: boolean;
  /** A coupon's discount on the given sub-total; never more than it. */
  coupon: (Omit<PricedCoupon, 'discountCents'> & { discountOn: (subTotalCents: number) => number }) | null;
};

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** The price before tax and codes. Included VAT doubles with a second person and shrinks with the discount. */
export function priceBeforeTax({ package: chosen, options, payForCoParent, coupon }: PricingInput): BeforeTax {
  const selectedPackageTotal = chosen.priceCents + sum(options.map(({ priceCents }) => priceCents));
  const coParentTotal = payForCoParent ? selectedPackageTotal : 0;
  const subTotal = selectedPackageTotal + coParentTotal;
  const discountCents = coupon ? Math.min(Math.max(coupon.discountOn(subTotal), 0), subTotal) : 0;
  const subTotalAfterDiscount = subTotal - discountCents;
  const people = payForCoParent ? 2 : 1;
  return {
    package: chosen,
    options,
    payForCoParent,
    coupon: coupon && discountCents > 0 ? pricedCoupon(coupon, discountCents) : null,
    selectedPackageTotal,
    coParentTotal,
    subTotal,
    subTotalAfterDiscount,
    includedTax: subTotal === 0 ? 0 : divideRounded(chosen.includedTaxCents * people * subTotalAfterDiscount, subTotal),
  };
}

function pricedCoupon(
  { discountOn: _, ...coupon }: NonNullable<PricingInput['coupon']>,
  discountCents: number,
): PricedCoupon {
  return { ...coupon, discountCents };
}

export type AvailableCode = Omit<PricedCode, 'amountCents'> & { remainingCents: number };

/** A price before tax, with the codes that have lowered it and those that pay what is due. */
export type DiscountedPrice = { before: BeforeTax; given: PricedCode[]; paying: AvailableCode[] };

/**
 * A purchased code is a payment: the whole price is taxed. A free one is a discount, like a coupon: only the rest is
 * taxed.
 */
export function takeGivenCodes(before: BeforeTax, codes: readonly AvailableCode[]): DiscountedPrice {
  const due = before.subTotalAfterDiscount;
  const { used: given, left } = useCodes(
    codes.filter((code) => code.given),
    due,
  );
  const includedTax = left === due ? before.includedTax : divideRounded(before.includedTax * left, due);
  return { before: { ...before, includedTax }, given, paying: codes.filter((code) => !code.given) };
}

/** Whether the tax is included in the price: then none is added. */
export function includesTax({ package: { includedTaxCents } }: Pick<BeforeTax, 'package'>): boolean {
  return includedTaxCents > 0;
}

/** The taxed part of a price. */
export function taxableCents({ before, given }: Pick<DiscountedPrice, 'before' | 'given'>): number {
  return before.subTotalAfterDiscount - sum(given.map(({ amountCents }) => amountCents));
}

/** Adds tax (null: no address yet) and deducts codes in the order in which they were typed. Never negative. */
export function priceAfterTax(
  { before, given, paying }: DiscountedPrice,
  { taxes }: { taxes: readonly PricedTax[] | null },
): PricedOrder {
  const isIncluded = includesTax(before);
  const applied = isIncluded ? [] : (taxes ?? []);
  const added = sum(applied.map(({ amountCents }) => amountCents));
  const due = taxableCents({ before, given }) + added;
  const { used, left } = useCodes(paying, due);
  const codes = [...given, ...used];
  return {
    ...before,
    taxes: applied,
    taxesCalculated: taxes !== null || isIncluded,
    taxAmount: isIncluded ? before.includedTax : added,
    codes,
    paymentCodeTotal: sum(codes.map(({ amountCents }) => amountCents)),
    total: left,
  };
}

function useCodes(codes: readonly AvailableCode[], due: number): { used: PricedCode[]; left: number } {
  const used: PricedCode[] = [];
  let left = due;
  for (const { remainingCents, ...code } of codes) {
    const amountCents = Math.min(remainingCents, left);
    if (amountCents <= 0) continue;
    used.push({ ...code, amountCents });
    left -= amountCents;
  }
  return { used, left };
}

/** A price before free codes lowered its included tax. */
export function withoutGivenCodes(priced: PricedOrder): PricedOrder {
  if (!priced.codes.some((code) => code.given)) return priced;
  const { package: chosen, payForCoParent, subTotal, subTotalAfterDiscount } = priced;
  const tax = chosen.includedTaxCents * (payForCoParent ? 2 : 1) * subTotalAfterDiscount;
  return { ...priced, includedTax: subTotal === 0 ? 0 : divideRounded(tax, subTotal) };
}

/** What each person's subscription cost, if one order pays for two: the basis of a later refund or upgrade. */
export function sharePaid(order: PricedOrder): number[] {
  const paid = order.total + order.paymentCodeTotal;
  return order.payForCoParent ? allocate(paid, [1, 1]) : [paid];
}
