import { dayIn } from '#contract/fields/day.ts';
import { browserZone, longDay, timeText } from '#web/i18n/long-day.ts';
import { signedIn } from './signed-in.ts';

function knownZone(): string | null {
  const now = signedIn();
  return ('session' in now && now.session.timeZone) || null;
}

/**
 * The time zone of the signed-in user: each of their pages shows the dates of their mails and documents, in whatever
 * browser. Without one, the browser's.
 */
export const ownZone = (): string => knownZone() ?? browserZone();

/** The day of an instant (ISO) in words. */
export const ownDay = (instant: string): string => longDay(dayIn(new Date(instant), ownZone()));

/** An instant (ISO) as date and time. */
export const ownTime = (instant: string, dateStyle: 'medium' | 'full' = 'medium'): string =>
  timeText(instant, { dateStyle, timeZone: ownZone(), named: knownZone() === null });
