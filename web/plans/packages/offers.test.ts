import { describe, expect, it } from 'vitest';
import type { PackageCard } from '#contract/api/packages.ts';
import { bootData, setBoot } from '#web/site/boot.ts';
import { type Coupon, cardStyle, discountOf, inOrder, maxSavings, termsOf } from './offers.ts';
import { runningAt } from './use-running-coupons.ts';

const hourMs = 3_600_000;
const card = (id: number, packageName: string, years: number, totalPrice: number) =>
  ({ id, packageName, subDurationInYears: years, totalPrice, featured: packageName === 'PREMIUM' }) as PackageCard;
const packages = [
  card(1001, 'ESSENTIALS', 1, 14_400),
  card(1002, 'PREMIUM', 1, 19_800),
  card(1011, 'ESSENTIALS', 2, 26_400),
  card(1012, 'PREMIUM', 2, 36_000),
];
const coupon = (code: string, discount: number, byLink = false) => ({
  code,
  byLink,
  endsAt: null,
  description: '',
  discounts: [{ packageId: 1001, discount, discountFormatted: '', percent: 0 }],
});

describe('offers', () => {
  it('2.6-7: are listed by term, and a term without packages is left out', () => {
    expect(termsOf(packages).map(({ years, cards }) => [years, cards.length])).toEqual([
      [1, 2],
      [2, 2],
    ]);
    expect(termsOf(packages.slice(0, 2)).map(({ years }) => years)).toEqual([1]);
  });

  it('say the most that two years save', () => {
    expect(maxSavings(packages)).toBe(3_600);
    expect(maxSavings(packages.slice(0, 2))).toBe(0);
  });

  it('3.3-3: take the coupon that takes most off, and show its percent rounded down', () => {
    const [essentials] = packages as [PackageCard];
    expect(discountOf(essentials, [coupon('SMALL', 500), coupon('SPRING', 1_450)])).toEqual({
      discount: 1_450,
      percent: 10,
      totalAfter: 12_950,
      perMonthAfter: 1_079,
    });
    expect(discountOf(card(9, 'PREMIUM', 1, 1), [coupon('SPRING', 100)])).toBeNull();
  });

  it('F2: end at their own instant, also while the page is open: the next end is shown, then that it has ended', () => {
    const [soon, later, never] = [1_000, 2_000, null].map((at) => ({
      ...coupon('SPRING', 500),
      endsAt: at === null ? null : new Date(at).toISOString(),
    })) as [Coupon, Coupon, Coupon];
    expect(runningAt([soon, later, never], 999)).toEqual({
      running: [soon, later, never],
      nextEnd: 1_000,
      ended: false,
    });
    expect(runningAt([soon, later, never], 1_000)).toEqual({ running: [later, never], nextEnd: 2_000, ended: true });
    expect(runningAt([soon], 1_000)).toEqual({ running: [], nextEnd: null, ended: true });
    expect(runningAt([never], 1_000)).toEqual({ running: [never], nextEnd: null, ended: false });
    expect(runningAt([], 1_000)).toEqual({ running: [], nextEnd: null, ended: false });
  });

  it('F2: end by the server’s clock, also where the device’s clock is hours ahead', () => {
    const before = bootData();
    setBoot({ ...before, sentAt: Date.now() - 3 * hourMs });
    const endsAt = new Date(Date.now() - 2 * hourMs).toISOString();
    const { ended } = runningAt([{ ...coupon('SPRING', 500), endsAt }], Date.now());
    setBoot(before);
    expect(ended).toBe(false);
  });

  it("show a discount link's percent as what is left of 100 after the rounded-up rest", () => {
    const odd = card(1001, 'ESSENTIALS', 1, 9_999);
    expect(discountOf(odd, [coupon('OFFER-SPRING', 1_499, true)])?.percent).toBe(14);
    expect(discountOf(odd, [coupon('OFFER-SPRING', 1_500, true)])?.percent).toBe(15);
  });

  it('2.6-10: look as the pricing group and the experiments say, coupons first', () => {
    const style = (pricingGroup: 'P0' | 'P3', experiments = {}, hasCoupons = false) =>
      cardStyle({ pricingGroup, experiments, hasCoupons });
    expect(style('P0')).toBe('brand-refresh');
    expect(style('P3')).toBe('pick-me');
    expect(style('P3', { 'price-in-build-your-own': 'treatment' })).toBe('priced');
    expect(style('P3', { 'price-in-build-your-own': 'control' })).toBe('pick-me');
    expect(style('P0', { 'premium-pick-me': 'treatment' })).toBe('pick-me');
    expect(style('P3', { 'price-in-build-your-own': 'treatment' }, true)).toBe('coupon');
  });

  it('4.4-5: put Premium first only in the treatment of that experiment', () => {
    expect(inOrder(packages.slice(0, 2), { 'premium-pick-me-1': 'treatment' }).map(({ id }) => id)).toEqual([
      1002, 1001,
    ]);
    expect(inOrder(packages.slice(0, 2), { 'premium-pick-me-1': 'control' }).map(({ id }) => id)).toEqual([1001, 1002]);
  });
});
