import { divideRounded } from '#contract/money.ts';
import { daysBetween } from './calendar.ts';
import type { Period } from './renewal-schedule.ts';

/** Something paid on a day for the days from it to the period's end, without tax. */
export type PaidPart = { netCents: number; from: string };
export type Proration = {
  daysLeft: number;
  /** The new plan for the days that are left. */
  restCents: number;
  /** Taken off for what was paid and not used; never more than `restCents`. */
  creditCents: number;
  /** `restCents − creditCents`, before tax: never negative. */
  dueCents: number;
};

/** Days from `today` to the period's end; 0 from its last day on. */
export function daysLeft({ periodEnd }: Pick<Period, 'periodEnd'>, today: string): number {
  return Math.max(0, daysBetween(today, periodEnd));
}

function shareLeft(
  cents: number,
  { from, periodEnd, today }: { from: string; periodEnd: string; today: string },
): number {
  const whole = daysBetween(from, periodEnd);
  return whole <= 0 ? 0 : divideRounded(cents * Math.min(daysLeft({ periodEnd }, today), whole), whole);
}

/** The part of what was paid in a period that is for the days left; each payment counts from its own day. */
export function unusedCents(
  paid: readonly PaidPart[],
  { periodEnd, today }: { periodEnd: string; today: string },
): number {
  return paid.reduce((sum, { netCents, from }) => sum + shareLeft(netCents, { from, periodEnd, today }), 0);
}

/**
 * What another plan costs from `today` on: its price for the rest of the term, less the unused part of what was paid
 * (by day, half cents up).
 */
export function prorate({
  fullTermCents,
  paid,
  periodStart,
  periodEnd,
  today,
}: Period & { fullTermCents: number; paid: readonly PaidPart[]; today: string }): Proration {
  const restCents = shareLeft(fullTermCents, { from: periodStart, periodEnd, today });
  const creditCents = Math.min(restCents, unusedCents(paid, { periodEnd, today }));
  return { daysLeft: daysLeft({ periodEnd }, today), restCents, creditCents, dueCents: restCents - creditCents };
}

/** A payment without the tax that was added to it. */
export function netOf(paidCents: number, { netTotal, addedTax }: { netTotal: number; addedTax: number }): number {
  return netTotal + addedTax === 0 ? 0 : divideRounded(paidCents * netTotal, netTotal + addedTax);
}
