import { allocate, divideRounded } from '#contract/money.ts';
import type { BeforeTax, PricedCode, PricedCoupon, PricedOrder, PricedPackage, PricedTax } from './stored-quote.ts';

/**
 * What an order costs: package + options (+ the co-parent's) − coupon → tax → − codes. Integer US cents throughout.
 * The one place where a price is made; every screen, receipt and mail shows these lines (specification 3.6, 9).
 */
export type PricingInput = {
  package: PricedPackage;
  options: PricedOrder['options'];
  payForCoParent: boolean;
  /** A coupon's discount on the given sub-total; never more than it. */
  coupon: (Omit<PricedCoupon, 'discountCents'> & { discountOn: (subTotalCents: number) => number }) | null;
};

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** The price before tax and codes. VAT inside the price doubles with a second person and shrinks with the discount. */
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

/** `isOnes`: of one person, whose share alone it pays of an order for two. */
export type AvailableCode = Omit<PricedCode, 'amountCents'> & { remainingCents: number; isOnes?: boolean };

/** Adds tax (null: no address yet) and takes off codes in the order in which they were typed. Never negative. */
export function priceAfterTax(
  before: BeforeTax,
  { taxes, codes }: { taxes: readonly PricedTax[] | null; codes: readonly AvailableCode[] },
): PricedOrder {
  const applied = before.includedTax > 0 ? [] : (taxes ?? []);
  const taxAmount = before.includedTax > 0 ? before.includedTax : sum(applied.map(({ amountCents }) => amountCents));
  const due = before.subTotalAfterDiscount + (before.includedTax > 0 ? 0 : taxAmount);
  const used: PricedCode[] = [];
  let left = due;
  const [ownShare = 0] = allocate(due, before.payForCoParent ? [1, 1] : [1]);
  for (const { remainingCents, isOnes = false, ...code } of codes) {
    const amountCents = Math.min(remainingCents, left, isOnes ? ownShare : left);
    if (amountCents <= 0) continue;
    used.push({ ...code, amountCents });
    left -= amountCents;
  }
  return {
    ...before,
    taxes: applied,
    taxesCalculated: taxes !== null || before.includedTax > 0,
    taxAmount,
    codes: used,
    paymentCodeTotal: due - left,
    total: left,
  };
}

/**
 * Tax inside what is due: of a price whose part a code pays, the part of the tax that is in the rest. Never more than
 * the total.
 */
export function taxInsideTotal({ includedTax, total, paymentCodeTotal }: PricedOrder): number {
  return total === 0 ? 0 : divideRounded(includedTax * total, total + paymentCodeTotal);
}

/**
 * What each person's subscription was paid, when one order pays for two: what a later refund or upgrade counts from.
 */
export function sharePaid(order: PricedOrder): number[] {
  const paid = order.total + order.paymentCodeTotal;
  return order.payForCoParent ? allocate(paid, [1, 1]) : [paid];
}
