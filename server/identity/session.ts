import { rememberedDays } from '#contract/sign-in-form.ts';
import { after, days, hours, minutes } from '../clock.ts';

/**
 * How long a session lives without use, and altogether. Parents share machines with people they live with, and come
 * back from a meal to the form they left: only who asks for it is remembered longer, and beyond the browser's end.
 */
export const sessionLives = [
  { remembered: false, idleMs: minutes(30), absoluteMs: hours(12) },
  { remembered: true, idleMs: days(14), absoluteMs: days(rememberedDays) },
] as const;
/** How long the last proof of whoever is signed in is enough for what would hand the account to somebody else. */
export const proofLifeMs = minutes(10);

export type SessionTimes = { lastSeenAt: Date; expiresAt: Date; remembered: boolean };

export const sessionLife = (remembered: boolean) => sessionLives[remembered ? 1 : 0];

/** The instant at which a session ends if nobody uses it any more. */
export function sessionEnd({ lastSeenAt, expiresAt, remembered }: SessionTimes): Date {
  const idleEnd = after(lastSeenAt, sessionLife(remembered).idleMs);
  return idleEnd < expiresAt ? idleEnd : expiresAt;
}

export function isFresh({ provedAt }: { provedAt: Date }, at: Date): boolean {
  return after(provedAt, proofLifeMs) > at;
}
