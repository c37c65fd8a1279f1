import { m } from '#messages/messages.js';
import type { Row } from '../db/schema.ts';
import type { Coupon } from './coupon.ts';

/** Whose links and coupons take something off, as long as an operator lets them. */
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
/** What a sign-up was opened with: whose link, and the percentage it named. */
export type LinkOffer = { referrerKey: string | null; percentage: number | null };
export const noOffer: LinkOffer = { referrerKey: null, percentage: null };

/** Keys are written in lower case; a link's is read the same way. */
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

/** A link's offer in the form of a coupon, for every package and term. Null when the link takes nothing off. */
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

/** What a coupon of a referrer takes off comes from both budgets: the one with less left holds. */
export function withinBudgetOf(referrer: Referrer | null, coupon: Coupon): Coupon {
  if (referrer === null || coupon.referrerKey !== referrer.key) return coupon;
  const { budgetCents, spentCents } = leftCents(referrer) < leftCents(coupon) ? referrer : coupon;
  return { ...coupon, budgetCents, spentCents };
}
