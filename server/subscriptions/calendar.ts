import { type Day, dayIn } from '#contract/fields/day.ts';

/**
 * Days of subscriptions, in the payer's calendar. Temporal does the arithmetic. Three days of an instant have three
 * names: `purchaseDay`, on which something is bought or asked for; `dueDay`, which decides about charges and ends; and
 * `utcDay` of the contract, by which books are compared.
 */
const asDay = (date: Temporal.PlainDate) => date.toString() as Day;

/**
 * The day on which something is bought, from midnight on: what it costs, its period, its invoice and the days in which
 * it can be returned count from it. Never `dueDay`, which before six in the morning is the day before.
 */
export function purchaseDay(instant: Date, timeZone: string): Day {
  return dayIn(instant, timeZone);
}

/**
 * The day on which `years` end, counted from the first day: 29 February falls on the 28th in other years and comes
 * back to the 29th in the next leap year, so no period overlaps or leaves a gap.
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

/**
 * Far enough from midnight that a wrong clock or a clock change charges nobody on another day.
 */
export const dueHour = 6;

/** A full hour of a day in a time zone (IANA name). */
export function atHour({ day, hour, timeZone }: { day: Day; hour: number; timeZone: string }): Date {
  const time = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from({ hour }) });
  return new Date(time.epochMilliseconds);
}

/** The instant from which a day counts for charges in a time zone: six in the morning. */
export function dueInstant(day: Day, timeZone: string): Date {
  return atHour({ day, hour: dueHour, timeZone });
}

/**
 * The latest day that counts for charges at an instant in a time zone. Charges and ends of access depend on this day
 * alone.
 */
export function dueDay(instant: Date, timeZone: string): Day {
  const now = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone);
  const day = now.toPlainDate();
  return asDay(now.hour < dueHour ? day.subtract({ days: 1 }) : day);
}
