import type { listAvailableCoupons, listPackages, PackageCard, PricingGroup } from '#contract/api/packages.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { couponPercent, couponPercentOff, divideRounded } from '#contract/fields/money.ts';
import type { ExperimentStates } from '#contract/sign-up/experiments.ts';

export type Offers = AnswerOf<typeof listPackages>;
export type Coupon = AnswerOf<typeof listAvailableCoupons>['coupons'][number];
export type Years = 1 | 2;

export type Term = { years: Years; cards: readonly PackageCard[] };

/** The one-year and the two-year list; a list without packages is left out (specification 4.4). */
export function termsOf(packages: readonly PackageCard[]): Term[] {
  const years: readonly Years[] = [1, 2];
  return years
    .map((term) => ({ years: term, cards: packages.filter(({ subDurationInYears }) => subDurationInYears === term) }))
    .filter(({ cards }) => cards.length > 0);
}

/** The largest saving of a two-year plan over twice one year, in cents; 0 if there is none. */
export function maxSavings(packages: readonly PackageCard[]): number {
  const [oneYear, twoYears] = [1, 2].map((years) =>
    packages.filter(({ subDurationInYears }) => subDurationInYears === years),
  );
  const savings = (twoYears ?? []).map(({ packageName, totalPrice }) => {
    const single = oneYear?.find((card) => card.packageName === packageName);
    return single ? 2 * single.totalPrice - totalPrice : 0;
  });
  return Math.max(0, ...savings);
}

/** The coupons that take something off any of these cards; others are for lists or terms that are not shown. */
export function couponsFor(cards: readonly PackageCard[], coupons: readonly Coupon[]): Coupon[] {
  return coupons.filter((coupon) => cards.some((card) => discountOf(card, [coupon]) !== null));
}

export type CardDiscount = { discount: number; percent: number; totalAfter: number; perMonthAfter: number };

/**
 * The best coupon for a package, computed like the price (amounts in cents). Percent by the two rules of specification
 * 9: for an available coupon discount over total, for a discount link 100 minus the rest of the price.
 */
export function discountOf(card: PackageCard, coupons: readonly Coupon[]): CardDiscount | null {
  const applicable = coupons.flatMap(({ byLink, discounts }) =>
    discounts.filter(({ packageId }) => packageId === card.id).map(({ discount }) => ({ discount, byLink })),
  );
  const best = applicable.toSorted((one, other) => other.discount - one.discount)[0];
  if (!best || best.discount <= 0) return null;
  const totalAfter = card.totalPrice - best.discount;
  const percent = best.byLink
    ? couponPercentOff(totalAfter, card.totalPrice)
    : couponPercent(best.discount, card.totalPrice);
  return {
    discount: best.discount,
    percent,
    totalAfter,
    perMonthAfter: divideRounded(totalAfter, card.subDurationInYears * 12),
  };
}

export type CardStyle = 'brand-refresh' | 'pick-me' | 'priced' | 'coupon';
type StyleQuestion = { pricingGroup: PricingGroup; experiments: Partial<ExperimentStates>; hasCoupons: boolean };

/** The style of the cards (specification 2.6): coupons first, then the premium experiments, then the pricing group. */
export function cardStyle({ pricingGroup, experiments, hasCoupons }: StyleQuestion): CardStyle {
  if (hasCoupons) return 'coupon';
  if (premiumFirst(experiments) || experiments['premium-pick-me'] === 'treatment') return 'pick-me';
  if (pricingGroup !== 'P3') return 'brand-refresh';
  return experiments['price-in-build-your-own'] === 'treatment' ? 'priced' : 'pick-me';
}

function premiumFirst(experiments: Partial<ExperimentStates>): boolean {
  return experiments['premium-pick-me-1'] === 'treatment';
}

export function inOrder(cards: readonly PackageCard[], experiments: Partial<ExperimentStates>): PackageCard[] {
  if (!premiumFirst(experiments)) return [...cards];
  return cards.toSorted((one, other) => Number(other.featured) - Number(one.featured));
}
