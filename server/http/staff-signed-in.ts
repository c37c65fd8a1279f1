import type { FastifyReply, FastifyRequest } from 'fastify';
import { findStaffSession, type StaffSession, touchStaffSession } from '../staff/staff-session.ts';
import { cookieToken } from './request-token.ts';
import { signedInDependencies } from './signed-in.ts';

/** A separate cookie: no parent's session opens the console, and no staff session opens a parent's page. */
export function staffCookie({ secureCookies }: { secureCookies: boolean }) {
  const name = secureCookies ? '__Host-staff' : 'staff';
  return { name, options: { path: '/', httpOnly: true, secure: secureCookies, sameSite: 'strict' } as const };
}

const read = new WeakMap<FastifyRequest, Promise<StaffSession | null>>();

/** The staff member of a request, or null. Reading does not prolong their session. */
export function staffSessionOf(request: FastifyRequest): Promise<StaffSession | null> {
  const known = read.get(request);
  if (known) return known;
  const { db, clock, secureCookies } = signedInDependencies(request);
  const token = cookieToken(request, staffCookie({ secureCookies }).name);
  const session = token === null ? Promise.resolve(null) : findStaffSession(db, { token, at: clock.now() });
  read.set(request, session);
  return session;
}

/** The session of a request admitted by its route's guard. Using it prolongs it. */
export async function prolongStaffSession(request: FastifyRequest): Promise<StaffSession> {
  const session = await staffSessionOf(request);
  if (!session) throw new Error('A route behind the staff guard was reached without a staff session');
  const { db, clock } = signedInDependencies(request);
  return touchStaffSession(db, { session, at: clock.now() });
}

export function setStaffCookie(reply: FastifyReply, token: string): void {
  const { name, options } = staffCookie(signedInDependencies(reply.request));
  reply.setCookie(name, token, options);
}

export function clearStaffCookie(reply: FastifyReply): void {
  const { name, options } = staffCookie(signedInDependencies(reply.request));
  reply.clearCookie(name, options);
}
