import type { EventEndpointRow } from '#contract/api/staff-events.ts';
import type { UserRole } from '#contract/home-redirect.ts';

/** What somebody is to us, in a word. */
export const roleWords: Record<UserRole, string> = {
  PARENT_A: 'Parent A',
  PARENT_B: 'Parent B',
  PROFESSIONAL: 'Professional',
};

export const priceStateWords = {
  DRAFT: 'Draft',
  SCHEDULED: 'Scheduled',
  IN_FORCE: 'In force',
  PAST: 'Was in force',
  WITHDRAWN: 'Scheduled, then withdrawn',
} as const;

/** Of a value that people choose; others are known as they are written. */
export const choiceWords: Record<string, string> = {
  en: 'English',
  es: 'Spanish',
  NONE: 'None',
  TREATMENT: 'All of them',
};

/** Of an ISO instant, in UTC. */
export const instant = (at: string) => `${at.slice(0, 10)} ${at.slice(11, 16)}`;

/** How it goes with whoever is told of events. */
export function endpointState({ state, notBefore }: Pick<EventEndpointRow, 'state' | 'notBefore'>): string {
  if (state === 'HELD_BACK') return `asked to be left alone until ${instant(notBefore ?? '')}`;
  return { SENDING: 'sending', PAUSED: 'paused by staff', GONE: 'paused: it answered that it wants no more' }[state];
}
