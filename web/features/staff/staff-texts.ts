import type { EventEndpointRow } from '#contract/api/staff/staff-events.ts';
import { timeIn } from '#contract/fields/day.ts';
import type { UserRole } from '#contract/sign-in/home-redirect.ts';

/** A user's role in one word. */
export const roleTexts: Record<UserRole, string> = {
  PARENT_A: 'Parent A',
  PARENT_B: 'Parent B',
  PROFESSIONAL: 'Professional',
};

export const priceStateTexts = {
  DRAFT: 'Draft',
  SCHEDULED: 'Scheduled',
  IN_FORCE: 'In force',
  PAST: 'Was in force',
  WITHDRAWN: 'Scheduled, then withdrawn',
} as const;

/** Labels of choices; other values are shown as they are. */
export const choiceTexts: Record<string, string> = {
  en: 'English',
  es: 'Spanish',
  NONE: 'None',
  TREATMENT: 'All of them',
};

/** An ISO instant: a person's in their time zone, any other in UTC. */
export const instant = (at: string, timeZone = 'UTC') => timeIn(new Date(at), timeZone);

/** The delivery state of an event endpoint. */
export function endpointStateText({ state, notBefore }: Pick<EventEndpointRow, 'state' | 'notBefore'>): string {
  if (state === 'HELD_BACK') return `receiver asked for no calls until ${instant(notBefore ?? '')}`;
  return { SENDING: 'sending', PAUSED: 'paused by staff', GONE: 'paused: it asked for no more events' }[state];
}

/** A code of the server in words: `PAST_DUE` is "past due". */
export const codeWords = (code: string): string => code.toLowerCase().replaceAll('_', ' ');
