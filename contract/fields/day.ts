/** A day of a calendar, `2026-11-21`. It is no instant, and an instant becomes one only in somebody's time zone. */
export type Day = `${number}-${number}-${number}`;

/** Made once for each zone: to make one takes longer than to write a list's days with it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** An instant in a time zone (IANA name) as lists and staff read it: `2026-11-21 09:30`. */
export function timeIn(instant: Date, timeZone: string): string {
  // Swedish writes days as ISO does.
  const shape = { dateStyle: 'short', timeStyle: 'short', timeZone } as const;
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', shape);
  formats.set(timeZone, format);
  return format.format(instant);
}

/** The day at an instant in a time zone (IANA name). */
export const dayIn = (instant: Date, timeZone: string): Day => timeIn(instant, timeZone).split(' ', 1)[0] as Day;

/** The day of books, by which what others tell is compared, and of what nobody's own zone is known for. */
export const utcDay = (instant: Date): Day => dayIn(instant, 'UTC');
