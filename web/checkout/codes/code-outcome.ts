import type { Quote } from '#contract/api/prices.ts';

/**
 * How a price treats a typed code (specification 5.6). `better`: the code is valid, but the current discount is larger.
 */
export type CodeOutcome =
  | { kind: 'applied' }
  | { kind: 'refused'; text: string }
  | { kind: 'better' }
  | { kind: 'unknown' };

/** Only letters and digits: the server normalises the rest. */
const normalised = (code: string) =>
  code
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();

export function sameCode(one: string, other: string): boolean {
  return normalised(one) === normalised(other);
}

/** A code that the price neither applies nor rejects is an invalid activation code. */
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
