import { type Day, dayIn } from '#contract/fields/day.ts';

/**
 * Days of subscriptions, in the payer's calendar; Temporal does the arithmetic. An instant has three different days:
 * `purchaseDay`, on which something is bought or requested; `dueDay`, which decides charges and ends; and `utcDay` in
 * the contract, by which books are compared.
 */
const asDay = (date: Temporal.PlainDate) => date.toString() as Day;

/**
 * The day of a purchase, counted from midnight: its price, period, invoice and refund window start from it. Never use
 * `dueDay` for this, which before six in the morning is the previous day.
 */
export function purchaseDay(instant: Date, timeZone: string): Day {
  return dayIn(instant, timeZone);
}

/**
 * The day on which `years` end, counted from the first day. From 29 February it falls on the 28th in common years and
 * on the 29th again in leap years, so that periods neither overlap nor leave a gap.
 */
export function anniversary(anchorDate: Day, years: number): Day {
  return asDay(Temporal.PlainDate.from(anchorDate).add({ years }, { overflow: 'constrain' }));
}

export function yearsBetween(anchorDate: Day, day: Day): number {
  const anchor = Temporal.PlainDate.from(anchorDate);
  const years = Temporal.PlainDate.from(day).year - anchor.year;
  return anniversary(anchorDate, years) > day ? years - 1 : years;
}

export function daysBetween(from: Day, to: Day): number {
  return Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to)).days;
}

export function addDays(day: Day, count: number): Day {
  return asDay(Temporal.PlainDate.from(day).add({ days: count }));
}

/** Far enough from midnight that a wrong clock or a clock change does not charge anybody on a different day. */
export const dueHour = 6;

/** An hour of a day in a time zone (IANA name). */
export function atHour({ day, hour, timeZone }: { day: Day; hour: number; timeZone: string }): Date {
  const time = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from({ hour }) });
  return new Date(time.epochMilliseconds);
}

/** The instant from which a day counts for charges in a time zone: six in the morning. */
export function dueInstant(day: Day, timeZone: string): Date {
  return atHour({ day, hour: dueHour, timeZone });
}

/**
 * The latest day that has become due at an instant in a time zone. Charges and ends of access depend on this day alone.
 */
export function dueDay(instant: Date, timeZone: string): Day {
  const now = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone);
  const day = now.toPlainDate();
  return asDay(now.hour < dueHour ? day.subtract({ days: 1 }) : day);
}
