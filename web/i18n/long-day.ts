import { currentLanguage } from './language.ts';

/**
 * A date in words. An ISO day has no time zone; an instant is read in the browser's time zone unless another is given
 * (IANA).
 */
export function longDay(iso: string, timeZone?: string): string {
  const isDay = iso.length === 10;
  const day = new Date(isDay ? `${iso}T00:00:00Z` : iso);
  return new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'long', timeZone: isDay ? 'UTC' : timeZone }).format(
    day,
  );
}

/** The same without line breaks inside the date. */
export function unbrokenDay(iso: string): string {
  return longDay(iso).replaceAll(' ', '\u00a0');
}
