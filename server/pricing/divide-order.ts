import type { PricedOrder, StoredQuote } from './stored-quote.ts';

/**
 * One person's part of an order for two: the payer's or the other's. Rounded along the running total, in whole cents,
 * so that the parts add up to the order line by line and none is below zero. The coupon's use stays with the order.
 */
export function divideOrder({ priced, texts, renewal }: StoredQuote, { isPayers }: { isPayers: boolean }): StoredQuote {
  const round = isPayers ? Math.ceil : Math.floor;
  const part = (cents: number) => (priced.payForCoParent ? round(cents / 2) : cents);
  return {
    texts,
    priced: partOf(priced, part),
    renewal: { amountCents: part(renewal.amountCents), date: renewal.date },
  };
}

function partOf(priced: PricedOrder, part: (cents: number) => number): PricedOrder {
  let whole = priced.subTotal;
  const change = (cents: number) => {
    const before = part(whole);
    whole += cents;
    return part(whole) - before;
  };
  const { coupon, selectedPackageTotal, subTotal, taxes, codes } = priced;
  const discountCents = 0 - change(-(coupon?.discountCents ?? 0));
  const taxParts = taxes.map((tax) => ({ ...tax, amountCents: change(tax.amountCents) }));
  const codeParts = codes.map((code) => ({ ...code, amountCents: 0 - change(-code.amountCents) }));
  const includedTax = part(priced.includedTax);
  return {
    ...priced,
    payForCoParent: false,
    coupon: coupon && { id: null, code: coupon.code, discountCents },
    coParentTotal: 0,
    subTotal: selectedPackageTotal,
    subTotalAfterDiscount: part(subTotal) - discountCents,
    includedTax,
    taxes: taxParts,
    taxAmount: includedTax > 0 ? includedTax : sum(taxParts),
    codes: codeParts,
    paymentCodeTotal: sum(codeParts),
    total: part(whole),
  };
}

const sum = (items: readonly { amountCents: number }[]) =>
  items.reduce((total, { amountCents }) => total + amountCents, 0);
