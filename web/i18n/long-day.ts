import { currentLanguage } from './language.ts';

/** A day in words; an ISO day, which has no time zone, or an instant, which is read in the browser's. */
export function longDay(iso: string): string {
  const day = iso.length === 10 ? new Date(`${iso}T00:00:00Z`) : new Date(iso);
  return new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'long', ...(iso.length === 10 ? { timeZone: 'UTC' } : {}) }).format(day);
}
