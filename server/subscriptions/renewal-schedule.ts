import { addDays, anniversary, daysBetween, yearsBetween } from './calendar.ts';

/**
 * When a subscription renews, is tried again, is announced and lapses. Pure; days are `YYYY-MM-DD`, `today` is `dueDay`
 * of now where the payer lives. A period holds its first day and not its last: the last is the first of the next.
 */
export const reminderDays = [30, 7] as const;
export type ReminderDays = (typeof reminderDays)[number];

/** Days after the first decline on which the charge is tried again. */
const retryAfterDays = [3, 5, 7] as const;
/** Days after the first decline at which an unpaid subscription lapses. */
export const graceDays = 7;
/** After this long without a try (no scheduler ran) the charge would surprise the payer: it is not made. */
const latestChargeDays = 30;

export type Period = { periodStart: string; periodEnd: string };

/**
 * The year after a period: from its end to the next anniversary of the first day. Whatever the first term was, renewals
 * are yearly; after a period with granted days, from its end.
 */
export function nextPeriod({ anchorDate, periodEnd }: { anchorDate: string; periodEnd: string }): Period {
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
  declinedOn: string;
  today: string;
  kind: 'soft' | 'hard';
}): string | null {
  if (kind === 'hard') return null;
  return retryAfterDays.map((count) => addDays(declinedOn, count)).find((day) => day > today) ?? null;
}

export type Dunning = {
  periodEnd: string;
  autoRenew: boolean;
  /** Day of the first decline of the renewal that is due; null while there was none. */
  declinedOn: string | null;
  /** Day of the next try after a decline; null when this payment method is not tried again. */
  retryOn: string | null;
};

/** What is to be done with a current subscription on a day. */
export type RenewalAction = 'NOT_DUE' | 'CHARGE' | 'WAIT' | 'LAPSE';

export function renewalActionOn(today: string, { periodEnd, autoRenew, declinedOn, retryOn }: Dunning): RenewalAction {
  // A term whose money never came is due at once, also on the morning of the day on which it was bought.
  if (today < periodEnd && declinedOn === null) return 'NOT_DUE';
  if (!autoRenew) return 'LAPSE';
  const chargeOn = declinedOn === null ? periodEnd : retryOn;
  if (chargeOn !== null && chargeOn > today) return 'WAIT';
  if (chargeOn !== null) return daysBetween(chargeOn, today) <= latestChargeDays ? 'CHARGE' : 'LAPSE';
  return declinedOn !== null && today >= addDays(declinedOn, graceDays) ? 'LAPSE' : 'WAIT';
}

/** A charge that was declined on a day: when the next is made. */
export function afterDecline<D extends Dunning>(
  subscription: D,
  { today, kind }: { today: string; kind: 'soft' | 'hard' },
): D {
  const declinedOn = subscription.declinedOn ?? today;
  return { ...subscription, declinedOn, retryOn: nextTry({ declinedOn, today, kind }) };
}

/** Another payment method is available: a waiting renewal is retried with it at once. */
export function afterNewMethod<D extends Dunning>(subscription: D, today: string): D {
  return subscription.declinedOn === null ? subscription : { ...subscription, retryOn: today };
}

/**
 * Days before a renewal within which a reminder may still go out: from its own day until the next one's, so that days
 * without a scheduler are made up for.
 */
export function reminderWindow(days: ReminderDays): { least: number; most: number } {
  const next = reminderDays.find((other) => other < days) ?? 0;
  return { least: next + 1, most: days };
}
