/** Money is an integer number of US cents, everywhere. */
export const currency = { code: 'USD', symbol: 'US$' } as const;

const figures = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/**
 * `123450` → `US$1,234.50`, in both languages. The currency is always named, because `$` alone is also the sign of the
 * Canadian, Australian and New Zealand dollar and of the Mexican peso; point and comma are those of the US dollar.
 */
export function formatCents(cents: number): string {
  return `${cents < 0 ? '−' : ''}US$${figures.format(Math.abs(cents) / 100)}`;
}

/** Half up, for a non-negative ratio of integers. The one rounding rule of the project. */
export function divideRounded(numerator: number, denominator: number): number {
  const wide = BigInt(numerator) * 2n + BigInt(denominator);
  const divisor = BigInt(denominator) * 2n;
  const quotient = wide / divisor;
  return Number(wide < 0n && quotient * divisor !== wide ? quotient - 1n : quotient);
}

/**
 * Splits `cents` in proportion to `weights`; the parts always sum to `cents`, the remainder going to the first parts.
 */
export function allocate(cents: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return weights.map((_, index) => (index === 0 ? cents : 0));
  const parts = weights.map((weight) => Number((BigInt(cents) * BigInt(weight)) / BigInt(total)));
  let left = cents - parts.reduce((sum, part) => sum + part, 0);
  return parts.map((part) => (left > 0 ? (left--, part + 1) : part));
}

/** Coupon percent shown on a card: discount over package total, rounded down (specification 9). */
export function couponPercent(discountCents: number, packageTotalCents: number): number {
  return packageTotalCents <= 0 ? 0 : Math.floor((discountCents * 100) / packageTotalCents);
}

/** The other coupon percent: 100 minus the rounded-up ratio of the discounted price (specification 9). */
export function couponPercentOff(discountedCents: number, packageTotalCents: number): number {
  return packageTotalCents <= 0 ? 0 : 100 - Math.ceil((discountedCents * 100) / packageTotalCents);
}
