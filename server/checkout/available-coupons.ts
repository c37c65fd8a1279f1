import type { listAvailableCoupons } from '#contract/api/packages.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { couponPercent, formatCents } from '#contract/fields/money.ts';
import type { Language } from '../db/schema.ts';
import type { CodeUser } from '../pricing/code-user.ts';
import { couponDiscount, couponVerdict } from '../pricing/coupon.ts';
import { automaticCoupons, isUsedUpBy } from '../pricing/coupon-repository.ts';
import type { LinkOffer } from '../pricing/referrer.ts';
import type { QuoteDependencies } from './quote-order.ts';

type Coupons = AnswerOf<typeof listAvailableCoupons>['coupons'];

/**
 * Coupons that apply automatically to a visitor of this link, with their discount for each package. `country`: null
 * until known.
 */
export async function availableCouponsOf(
  { db, clock, readCatalog }: Pick<QuoteDependencies, 'db' | 'clock' | 'readCatalog'>,
  { offer, user, country, language }: { offer: LinkOffer; user: CodeUser; country: string | null; language: Language },
): Promise<Coupons> {
  const [catalog, { referrer, coupons }] = await Promise.all([
    readCatalog(),
    automaticCoupons(db, { offer, at: clock.now() }),
  ]);
  const usedUp = await Promise.all(coupons.map((coupon) => isUsedUpBy(db, { coupon, referrer, user })));
  return coupons.flatMap((coupon, index) => {
    if (usedUp[index]) return [];
    const discounts = catalog.packages
      .filter(
        ({ packageName, years, priceCents: subTotalCents }) =>
          couponVerdict(coupon, { packageName, years, country, subTotalCents, at: clock.now() }) === 'ok',
      )
      .map(({ id, priceCents }) => {
        const discount = couponDiscount(coupon, priceCents);
        return {
          packageId: id,
          discount,
          discountFormatted: formatCents(discount),
          percent: couponPercent(discount, priceCents),
        };
      });
    const endsAt = coupon.endsAt?.toISOString() ?? null;
    return discounts.length === 0
      ? []
      : [
          {
            code: coupon.code,
            byLink: coupon.id === null,
            endsAt,
            description: coupon.texts[language].description,
            discounts,
          },
        ];
  });
}
