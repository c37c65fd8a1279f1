import { rememberedDays } from '#contract/sign-in/remembered-sign-in.ts';
import { after, days, hours, minutes } from '../clock.ts';

/**
 * Idle and absolute lifetime of a session. Parents share machines with people they live with, and return to half-filled
 * forms: only a remembered session lives longer, and survives the browser's end.
 */
export const sessionLives = [
  { remembered: false, idleMs: minutes(30), absoluteMs: hours(12) },
  { remembered: true, idleMs: days(14), absoluteMs: days(rememberedDays) },
] as const;
/** How long a proof of identity is valid for actions that could hand the account over. */
export const proofLifeMs = minutes(10);

export type SessionTimes = { lastSeenAt: Date; expiresAt: Date; remembered: boolean };

export const sessionLife = (remembered: boolean) => sessionLives[remembered ? 1 : 0];

/** The instant at which an unused session ends. */
export function sessionEnd({ lastSeenAt, expiresAt, remembered }: SessionTimes): Date {
  const idleEnd = after(lastSeenAt, sessionLife(remembered).idleMs);
  return idleEnd < expiresAt ? idleEnd : expiresAt;
}

export function isFresh({ provedAt }: { provedAt: Date }, at: Date): boolean {
  return after(provedAt, proofLifeMs) > at;
}
