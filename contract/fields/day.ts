/** A calendar day, `2026-11-21`. It is not an instant, and an instant becomes one only in a time zone. */
export type Day = `${number}-${number}-${number}`;

/** Created once for each zone: creating one takes longer than formatting a list's days. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** An instant in a time zone (IANA name) for lists and staff: `2026-11-21 09:30`. */
export function timeIn(instant: Date, timeZone: string): string {
  // The Swedish format is that of ISO.
  const shape = { dateStyle: 'short', timeStyle: 'short', timeZone } as const;
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', shape);
  formats.set(timeZone, format);
  return format.format(instant);
}

/** The day at an instant in a time zone (IANA name). */
export const dayIn = (instant: Date, timeZone: string): Day => timeIn(instant, timeZone).split(' ', 1)[0] as Day;

/** The day of the books: for comparing external data, and where nobody's own zone is known. */
export const utcDay = (instant: Date): Day => dayIn(instant, 'UTC');
