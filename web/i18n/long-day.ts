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
