import type { Day } from '#contract/fields/day.ts';
import { addDays, anniversary, daysBetween, yearsBetween } from './calendar.ts';

/**
 * When a subscription renews, is retried, is announced and lapses. Pure functions; days are `YYYY-MM-DD`, `today` is
 * the current `dueDay` in the payer's zone. A period includes its first day and excludes its last, which is the first
 * of the next.
 */
export const reminderDays = [30, 7] as const;
export type ReminderDays = (typeof reminderDays)[number];

/** Minimum number of days between the announcement of a renewal to its payer and its first charge. */
export const noticeDays = reminderDays[1];

/** Days before a renewal for somebody who never joined at which its payer is asked about it: before any reminder. */
export const askDays = 45;

/** Days after the first decline on which the charge is retried. */
const retryAfterDays = [3, 5, 7] as const;
/** Days after the first decline at which an unpaid subscription lapses. */
export const graceDays = 7;
/**
 * After this many days without a try (no scheduler, notice or response) a charge would surprise the payer, so none is
 * made.
 */
const latestChargeDays = 30;

export type Period = { periodStart: Day; periodEnd: Day };

/**
 * The term after a period: from its end to an anniversary of the first day. Renewals are yearly, whatever the first
 * term was, unless their payer chose two years; after a period with granted days, the term starts at its end.
 */
export function nextPeriod({ anchorDate, periodEnd }: { anchorDate: Day; periodEnd: Day }, years: 1 | 2 = 1): Period {
  const before = yearsBetween(anchorDate, periodEnd);
  const isAnniversary = anniversary(anchorDate, before) === periodEnd;
  return {
    periodStart: periodEnd,
    periodEnd: isAnniversary ? anniversary(anchorDate, before + years) : anniversary(periodEnd, years),
  };
}

/** The day of the next retry; null after a hard decline or the last retry. */
export function nextTry({
  declinedOn,
  today,
  kind,
}: {
  declinedOn: Day;
  today: Day;
  kind: 'soft' | 'hard';
}): string | null {
  if (kind === 'hard') return null;
  return retryAfterDays.map((count) => addDays(declinedOn, count)).find((day) => day > today) ?? null;
}

export type Dunning = {
  periodEnd: Day;
  autoRenew: boolean;
  /** Day of the first decline of the renewal that is due; null if it was not declined. */
  declinedOn: Day | null;
  /** Day of the next retry after a decline; null if this payment method is not retried. */
  retryOn: Day | null;
};

/** The action for a current subscription on a day. `POSTPONE`: a retry whose day passed is announced anew first. */
export type RenewalAction = 'NOT_DUE' | 'CHARGE' | 'WAIT' | 'POSTPONE' | 'LAPSE';

/**
 * The latest time for which operators held all automatic charges. `until`: today while it is open, then the day on
 * which it ended. What fell due before that day is announced to its payer anew, and is late only since then.
 */
export type Suspension = { isOpen: boolean; until: Day };

/**
 * `paused`: a payment of its payer is disputed, so nothing is charged without their request. `announcedOn`: when this
 * renewal was announced to its current payer; null if it was not.
 */
export type Circumstances = { paused: boolean; announcedOn: Day | null; suspension: Suspension | null };

const later = (day: Day, other: Day | undefined): Day => (other !== undefined && other > day ? other : day);

/**
 * The day of a renewal's first charge: its own day, or later if it was announced late or could not be charged then;
 * today at the earliest.
 */
export function firstChargeOn(
  { periodEnd }: Pick<Dunning, 'periodEnd'>,
  { announcedOn, suspension, today }: Omit<Circumstances, 'paused'> & { today: Day },
): Day {
  const day = later(periodEnd, addDays(announcedOn ?? today, noticeDays));
  return suspension && day < suspension.until ? addDays(today, noticeDays) : day;
}

export function renewalActionOn(
  today: Day,
  { periodEnd, autoRenew, declinedOn, retryOn }: Dunning,
  { paused, announcedOn, suspension }: Circumstances,
): RenewalAction {
  // A term whose payment did not settle is due at once, even on the morning of the day it was bought.
  if (today < periodEnd && declinedOn === null) return 'NOT_DUE';
  if (!autoRenew) return 'LAPSE';
  if (declinedOn === null) {
    if (paused || daysBetween(later(periodEnd, suspension?.until), today) > latestChargeDays) return 'LAPSE';
    const isDue = firstChargeOn({ periodEnd }, { announcedOn, suspension, today }) <= today;
    return isDue && !suspension?.isOpen ? 'CHARGE' : 'WAIT';
  }
  // A renewal that was declined before the dispute waits for the bank's decision no longer than for another card.
  if (paused || retryOn === null) return today >= addDays(declinedOn, graceDays) ? 'LAPSE' : 'WAIT';
  if (retryOn > today || suspension?.isOpen) return 'WAIT';
  if (suspension && retryOn < suspension.until) return 'POSTPONE';
  return daysBetween(retryOn, today) <= latestChargeDays ? 'CHARGE' : 'LAPSE';
}

/** A retry whose day passed is announced anew, and is the last one: its plan can be used until then. */
export function postponed(today: Day): Pick<Dunning, 'declinedOn' | 'retryOn'> {
  return { declinedOn: today, retryOn: addDays(today, graceDays) };
}

/** The next charge after a decline on a day. */
export function afterDecline<D extends Dunning>(
  subscription: D,
  { today, kind }: { today: Day; kind: 'soft' | 'hard' },
): D {
  const declinedOn = subscription.declinedOn ?? today;
  return { ...subscription, declinedOn, retryOn: nextTry({ declinedOn, today, kind }) };
}

/** Another payment method is available: a waiting renewal is retried with it at once. */
export function afterNewMethod<D extends Dunning>(subscription: D, today: Day): D {
  return subscription.declinedOn === null ? subscription : { ...subscription, retryOn: today };
}

/**
 * Days before a renewal within which a reminder may be sent: from its own day until the next reminder's, so that it is
 * sent even after days without a scheduler; the last one even after the renewal's day (negative), while a charge may
 * still follow.
 */
export function reminderWindow(days: ReminderDays): { least: number; most: number } {
  const next = reminderDays.find((other) => other < days);
  return { least: next === undefined ? noticeDays - latestChargeDays : next + 1, most: days };
}
