import type { Row } from '../db/schema.ts';

export const couponColumns = [
  'id',
  'code',
  'kind',
  'percent',
  'amountCents',
  'packageNames',
  'years',
  'countries',
  'referrerKey',
  'needsCode',
  'startsAt',
  'endsAt',
  'maxRedemptions',
  'redemptions',
  'budgetCents',
  'spentCents',
  'perPerson',
  'texts',
] as const;
/** `id`: null for the offer of a discount link, which has no row of its own. */
export type Coupon = Omit<Row<'coupons', typeof couponColumns>, 'id'> & { id: string | null };
/** `subTotalCents`: of everybody in it, before the coupon. */
export type CouponOrder = {
  packageName: string;
  years: number;
  country: string | null;
  subTotalCents: number;
  at: Date;
};
export type CouponVerdict = 'ok' | 'code_expired' | 'code_used_up' | 'code_not_for_package';

const allows = <T>(list: readonly T[] | null, value: T) => list === null || list.includes(value);

/** Whether a coupon applies to an order now. The checks are ordered by what helps a person most. */
export function couponVerdict(
  coupon: Coupon,
  { packageName, years, country, subTotalCents, at }: CouponOrder,
): CouponVerdict {
  if (coupon.endsAt && coupon.endsAt <= at) return 'code_expired';
  if (coupon.startsAt && coupon.startsAt > at) return 'code_not_for_package';
  if (coupon.maxRedemptions !== null && coupon.redemptions >= coupon.maxRedemptions) return 'code_used_up';
  const { budgetCents, spentCents } = coupon;
  if (budgetCents !== null && spentCents + couponDiscount(coupon, subTotalCents) > budgetCents) return 'code_used_up';
  const fits =
    allows(coupon.packageNames, packageName) &&
    allows(coupon.years, years) &&
    (country === null || allows(coupon.countries, country));
  return fits ? 'ok' : 'code_not_for_package';
}

/** The discount of a coupon in cents; a percentage is rounded down, less than a cent in our favour. */
export function couponDiscount(coupon: Coupon, subTotalCents: number): number {
  const orderPackage =
    coupon.percent === null ? (coupon.amountCents ?? 0) : Math.floor((subTotalCents * coupon.percent) / 100);
  return Math.min(orderPackage, subTotalCents);
}
