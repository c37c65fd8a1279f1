/** Days of subscriptions, in UTC. Temporal does the arithmetic; a day is `YYYY-MM-DD`. */

export function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

/** The day it is at an instant for somebody in a time zone (IANA name): for days that people read, never for days that count for money. */
export function dayIn(instant: Date, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

/**
 * The day on which `years` end, counted from the first day: 29 February falls on the 28th in other years and comes
 * back to the 29th in the next leap year, so no period overlaps or leaves a gap.
 */
export function anniversary(anchorDate: string, years: number): string {
  return Temporal.PlainDate.from(anchorDate).add({ years }, { overflow: 'constrain' }).toString();
}

export function yearsBetween(anchorDate: string, day: string): number {
  const anchor = Temporal.PlainDate.from(anchorDate);
  const years = Temporal.PlainDate.from(day).year - anchor.year;
  return anniversary(anchorDate, years) > day ? years - 1 : years;
}

export function daysBetween(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to)).days;
}

export function addDays(day: string, count: number): string {
  return Temporal.PlainDate.from(day).add({ days: count }).toString();
}

const turnHour = 12;

/** The instant from which a day counts for money: noon UTC, when it has begun in every time zone people live in (−11 to +14). */
export function turnOf(day: string): Date {
  return new Date(`${day}T${turnHour}:00:00Z`);
}

/** The latest day that counts for money at an instant. Charges and ends of access look at this day, nothing else. */
export function dueDay(instant: Date): string {
  return dayOf(new Date(instant.getTime() - turnHour * 3_600_000));
}
