import { m } from '#messages/messages.js';
import type { Row } from '../db/schema.ts';
import type { Coupon } from './coupon.ts';

/** Its links and coupons give a discount while an operator enables it. */
export type Referrer = Row<'referrers', typeof referrerColumns>;
export const referrerColumns = [
  'key',
  'highestPercent',
  'validFrom',
  'validUntil',
  'maxUses',
  'uses',
  'budgetCents',
  'spentCents',
  'perPerson',
] as const;
/** The link that opened a sign-up: its referrer and percentage. */
export type LinkOffer = { referrerKey: string | null; percentage: number | null };
export const noOffer: LinkOffer = { referrerKey: null, percentage: null };

/** Keys are lower case; a link's is normalised the same way. */
export function referrerKeyOf(typed: string | undefined): string | null {
  return typed?.toLowerCase() ?? null;
}

/** The discount of a link in percent, limited by its referrer's maximum. Null: none. */
export function offeredPercentage(
  { highestPercent }: Pick<Referrer, 'highestPercent'>,
  percentage: number | null,
): number | null {
  return highestPercent === null || percentage === null ? null : Math.min(highestPercent, percentage);
}

/** A link's offer as a coupon, for every package and term. Null if the link gives no discount. */
export function linkCoupon(referrer: Referrer, percentage: number | null): Coupon | null {
  const percent = offeredPercentage(referrer, percentage);
  if (percent === null) return null;
  return {
    id: null,
    code: `OFFER-${referrer.key.toUpperCase()}`,
    kind: 'PERCENT',
    percent,
    amountCents: null,
    packageNames: null,
    years: null,
    countries: null,
    referrerKey: referrer.key,
    needsCode: false,
    startsAt: referrer.validFrom,
    endsAt: referrer.validUntil,
    maxRedemptions: referrer.maxUses,
    redemptions: referrer.uses,
    budgetCents: referrer.budgetCents,
    spentCents: referrer.spentCents,
    perPerson: null,
    texts: {
      en: { description: m.price_offer({ percent }, { locale: 'en' }) },
      es: { description: m.price_offer({ percent }, { locale: 'es' }) },
    },
  };
}

const leftCents = ({ budgetCents, spentCents }: Pick<Referrer, 'budgetCents' | 'spentCents'>): number =>
  budgetCents === null ? Number.POSITIVE_INFINITY : budgetCents - spentCents;

/** A referrer's coupon is charged to both budgets: the smaller rest limits it. */
export function withinBudgetOf(referrer: Referrer | null, coupon: Coupon): Coupon {
  if (referrer === null || coupon.referrerKey !== referrer.key) return coupon;
  const { budgetCents, spentCents } = leftCents(referrer) < leftCents(coupon) ? referrer : coupon;
  return { ...coupon, budgetCents, spentCents };
}
