import { currentLanguage } from './language.ts';

/**
 * A day in words; an ISO day, which has no time zone, or an instant, which is read in the browser's unless another is
 * named (IANA).
 */
export function longDay(iso: string, timeZone?: string): string {
  const isDay = iso.length === 10;
  const day = new Date(isDay ? `${iso}T00:00:00Z` : iso);
  return new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'long', timeZone: isDay ? 'UTC' : timeZone }).format(
    day,
  );
}

/** The same on one line: between two days a line may end, within one it may not. */
export function unbrokenDay(iso: string): string {
  return longDay(iso).replaceAll(' ', '\u00a0');
}
