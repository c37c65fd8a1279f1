import type { Day } from '#contract/fields/day.ts';
import { divideRounded } from '#contract/fields/money.ts';
import { anniversary, daysBetween } from './calendar.ts';
import type { Period } from './renewal-schedule.ts';

/** A payment, without tax, for the days from `from` to the period's end. */
export type PaidPart = { netCents: number; from: Day };
export type Proration = {
  daysLeft: number;
  /** The price of the new plan for the remaining days. */
  restCents: number;
  /** Credit for what was paid and not used; never more than `restCents`. */
  creditCents: number;
  /** `restCents − creditCents`, before tax: never negative. */
  dueCents: number;
};

/** Days from `today` to the period's end; 0 from its last day on. */
export function daysLeft({ periodEnd }: Pick<Period, 'periodEnd'>, today: Day): number {
  return Math.max(0, daysBetween(today, periodEnd));
}

function shareLeft(cents: number, { from, periodEnd, today }: { from: Day; periodEnd: Day; today: Day }): number {
  const whole = daysBetween(from, periodEnd);
  return whole <= 0 ? 0 : divideRounded(cents * Math.min(daysLeft({ periodEnd }, today), whole), whole);
}

type Term = Period & { years: 1 | 2 };

/**
 * The first day of the full-length term that ends at the period's end; before the period's first day if the period is
 * shorter.
 */
function termStart({ periodStart, periodEnd, years }: Term): Day {
  // Counted back from 28 February, a term that began on the 29th would be a day too long.
  return anniversary(periodStart, years) === periodEnd ? periodStart : anniversary(periodEnd, -years);
}

/**
 * The day from which a full term's payment counts in a period: days added by staff are used before paid ones, unless an
 * upgrade has deducted the payment over all remaining days.
 */
export function paidFrom(term: Term, firstUpgradeOn = term.periodEnd): Day {
  const first = termStart(term) < firstUpgradeOn ? termStart(term) : firstUpgradeOn;
  return first > term.periodStart ? first : term.periodStart;
}

/** The unused part of what was paid in a period; each payment counts from its own day. */
export function unusedCents(paid: readonly PaidPart[], { periodEnd, today }: { periodEnd: Day; today: Day }): number {
  return paid.reduce((sum, { netCents, from }) => sum + shareLeft(netCents, { from, periodEnd, today }), 0);
}

/**
 * What another plan costs from `today` on: its price for the remaining days, at the daily rate of its own term of
 * `years`, less the unused part of what was paid (half cents are rounded up). Days before a period that is paid in
 * advance are included.
 */
export function prorate({
  fullTermCents,
  paid,
  today,
  ...term
}: Term & { fullTermCents: number; paid: readonly PaidPart[]; today: Day }): Proration {
  const { periodStart, periodEnd } = term;
  const left = daysLeft(term, today);
  const pricedDays = Math.min(left, daysBetween(periodStart, periodEnd));
  const restCents = divideRounded(fullTermCents * pricedDays, daysBetween(termStart(term), periodEnd));
  const creditCents = Math.min(restCents, unusedCents(paid, { periodEnd, today }));
  return { daysLeft: left, restCents, creditCents, dueCents: restCents - creditCents };
}

/** A payment without the tax that was added to it. */
export function netOf(paidCents: number, { netTotal, addedTax }: { netTotal: number; addedTax: number }): number {
  return netTotal + addedTax === 0 ? 0 : divideRounded(paidCents * netTotal, netTotal + addedTax);
}
