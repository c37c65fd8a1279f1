import { dateLocale } from '#contract/fields/date-locale.ts';
import { type Day, dayIn } from '#contract/fields/day.ts';
import { currentCountry, currentLanguage } from './language.ts';

const locale = () => dateLocale(currentLanguage(), currentCountry());

/** A day in words. */
export function longDay(day: Day): string {
  const format = new Intl.DateTimeFormat(locale(), { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(new Date(`${day}T00:00:00Z`));
}

/** The same without line breaks inside the date. */
export function unbrokenDay(day: Day): string {
  return longDay(day).replaceAll(' ', '\u00a0');
}

/** The browser's time zone (IANA name): for what concerns nobody in particular, or somebody whose zone is unknown. */
export const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The day in a time zone, `count` days from now. */
export function dayFromNow(count: number, timeZone: string): Day {
  const today = dayIn(new Date(), timeZone);
  return dayIn(new Date(Date.parse(`${today}T00:00:00Z`) + count * 86_400_000), 'UTC');
}

/** The time of day of an instant, as written where the reader lives: by their clock, or of a time zone. */
export function clockTime(instant: Date | number, timeZone = browserZone()): string {
  const format = new Intl.DateTimeFormat(locale(), { hour: 'numeric', minute: '2-digit', timeZone });
  return format.format(instant);
}

type TimeShape = { dateStyle: 'medium' | 'long' | 'full'; timeZone: string; named?: boolean };

/** An instant (ISO) as date and time in a time zone, which is named at least where the browser's clock differs. */
export function timeText(instant: string, { dateStyle, timeZone, named = false }: TimeShape): string {
  const at = new Date(instant);
  const written = (zone: string) =>
    new Intl.DateTimeFormat(locale(), { dateStyle, timeStyle: 'short', timeZone: zone }).format(at);
  const text = written(timeZone);
  return named || text !== written(browserZone()) ? `${text} ${zoneName(at, timeZone)}` : text;
}

function zoneName(at: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat(locale(), { timeZone, timeZoneName: 'short' });
  return format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
