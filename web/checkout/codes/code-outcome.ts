import type { Quote } from '#contract/api/prices.ts';

/**
 * What a price says about one typed code (specification 5.6). `better`: it is right, but a discount in hand takes off
 * more.
 */
export type CodeOutcome =
  | { kind: 'applied' }
  | { kind: 'refused'; text: string }
  | { kind: 'better' }
  | { kind: 'unknown' };

const bare = (code: string) => code.replace(/[\s-]/g, '').toUpperCase();

export function sameCode(one: string, other: string): boolean {
  return bare(one) === bare(other);
}

/** A code that the price neither counts nor refuses is an invalid activation code. */
export function codeOutcome(
  {
    refusedCodes,
    paymentCodeDetails,
    couponDetail,
  }: Pick<Quote, 'refusedCodes' | 'paymentCodeDetails' | 'couponDetail'>,
  typed: string,
): CodeOutcome {
  const refused = refusedCodes.find(({ code }) => sameCode(code, typed));
  if (refused) return { kind: 'refused', text: refused.text };
  if (paymentCodeDetails.some(({ code }) => sameCode(code, typed))) return { kind: 'applied' };
  if (couponDetail === null) return { kind: 'unknown' };
  return sameCode(couponDetail.couponCode, typed) ? { kind: 'applied' } : { kind: 'better' };
}
