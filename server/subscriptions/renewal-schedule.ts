import type { Day } from '#contract/fields/day.ts';
import { addDays, anniversary, daysBetween, yearsBetween } from './calendar.ts';

/**
 * When a subscription renews, is tried again, is announced and lapses. Pure; days are `YYYY-MM-DD`, `today` is `dueDay`
 * of now where the payer lives. A period holds its first day and not its last: the last is the first of the next.
 */
export const reminderDays = [30, 7] as const;
export type ReminderDays = (typeof reminderDays)[number];

/** Days between the announcement of a renewal to its payer and its first charge, at least. */
export const noticeDays = reminderDays[1];

/** Days before a renewal for somebody who never joined on which its payer is asked about it: before any reminder. */
export const askDays = 45;

/** Days after the first decline on which the charge is tried again. */
const retryAfterDays = [3, 5, 7] as const;
/** Days after the first decline at which an unpaid subscription lapses. */
export const graceDays = 7;
/** After this long without a try (no scheduler, notice or answer) a charge would surprise the payer: none is made. */
const latestChargeDays = 30;

export type Period = { periodStart: Day; periodEnd: Day };

/**
 * The year after a period: from its end to the next anniversary of the first day. Whatever the first term was, renewals
 * are yearly; after a period with granted days, from its end.
 */
export function nextPeriod({ anchorDate, periodEnd }: { anchorDate: Day; periodEnd: Day }): Period {
  const years = yearsBetween(anchorDate, periodEnd);
  const isAnniversary = anniversary(anchorDate, years) === periodEnd;
  return {
    periodStart: periodEnd,
    periodEnd: isAnniversary ? anniversary(anchorDate, years + 1) : anniversary(periodEnd, 1),
  };
}

/** The next retry day; null after a hard decline or the last retry. */
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
  /** Day of the first decline of the renewal that is due; null while there was none. */
  declinedOn: Day | null;
  /** Day of the next try after a decline; null when this payment method is not tried again. */
  retryOn: Day | null;
};

/** What is to be done with a current subscription on a day. */
export type RenewalAction = 'NOT_DUE' | 'CHARGE' | 'WAIT' | 'LAPSE';

/**
 * `paused`: a bank looks into a payment of its payer, and nothing is charged without their asking. `announcedOn`: when
 * this renewal was announced to whoever pays for it; null while it was not.
 */
export type Circumstances = { paused: boolean; announcedOn: Day | null };

/** The day of a renewal's first charge: its own, or later where it is announced late, today at the earliest. */
export function firstChargeOn(
  { periodEnd }: Pick<Dunning, 'periodEnd'>,
  { announcedOn, today }: Pick<Circumstances, 'announcedOn'> & { today: Day },
): Day {
  const noticed = addDays(announcedOn ?? today, noticeDays);
  return noticed > periodEnd ? noticed : periodEnd;
}

export function renewalActionOn(
  today: Day,
  { periodEnd, autoRenew, declinedOn, retryOn }: Dunning,
  { paused, announcedOn }: Circumstances,
): RenewalAction {
  // A term whose money never came is due at once, also on the morning of the day on which it was bought.
  if (today < periodEnd && declinedOn === null) return 'NOT_DUE';
  if (!autoRenew) return 'LAPSE';
  if (declinedOn === null) {
    if (paused || daysBetween(periodEnd, today) > latestChargeDays) return 'LAPSE';
    return firstChargeOn({ periodEnd }, { announcedOn, today }) <= today ? 'CHARGE' : 'WAIT';
  }
  // What was declined before a bank asked waits for its decision no longer than for another card.
  if (paused || retryOn === null) return today >= addDays(declinedOn, graceDays) ? 'LAPSE' : 'WAIT';
  if (retryOn > today) return 'WAIT';
  return daysBetween(retryOn, today) <= latestChargeDays ? 'CHARGE' : 'LAPSE';
}

/** A charge that was declined on a day: when the next is made. */
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
 * Days before a renewal within which a reminder may still go out: from its own day until the next one's, so that days
 * without a scheduler are made up for; the last one also after the day (negative), as long as a charge may follow it.
 */
export function reminderWindow(days: ReminderDays): { least: number; most: number } {
  const next = reminderDays.find((other) => other < days);
  return { least: next === undefined ? noticeDays - latestChargeDays : next + 1, most: days };
}
