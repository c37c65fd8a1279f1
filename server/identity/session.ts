import { after, hours, minutes } from '../clock.ts';

/**
 * How long a session lives: half an hour without use, twelve hours altogether. Parents share machines with people
 * they live with, and come back from a meal to the form they left.
 */
export const idleLifeMs = minutes(30);
export const absoluteLifeMs = hours(12);
/** How long the last proof of whoever is signed in is enough for what would hand the account to somebody else. */
export const proofLifeMs = minutes(10);

export type SessionTimes = { lastSeenAt: Date; expiresAt: Date };

/** The instant at which a session ends if nobody uses it any more. */
export function sessionEnd({ lastSeenAt, expiresAt }: SessionTimes): Date {
  const idleEnd = after(lastSeenAt, idleLifeMs);
  return idleEnd < expiresAt ? idleEnd : expiresAt;
}

export function isFresh({ provedAt }: { provedAt: Date }, at: Date): boolean {
  return after(provedAt, proofLifeMs) > at;
}
