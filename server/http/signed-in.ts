import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { leftCookie, signedInCookie } from '#contract/boot.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import { deviceOf } from '../identity/device.ts';
import { sessionLife } from '../identity/session.ts';
import {
  closeSession,
  findSession,
  markWritten,
  type OpenedSession,
  type Session,
  type SigningBrowser,
  touchSession,
} from '../identity/session-repository.ts';
import { cookieNames } from '../oidc/cookie-names.ts';
import { siteOf } from './request-site.ts';
import { cookieToken } from './request-token.ts';

type SignedInDependencies = {
  db: Db;
  clock: Clock;
  secureCookies: boolean;
  /** Whether lists may come from a replica, which must know who has just written. */
  hasReplica: boolean;
};

declare module 'fastify' {
  interface FastifyInstance {
    signedIn: SignedInDependencies | null;
  }
}

/** Lets the routes of an app look up who is signed in. Call it once, before they are registered. */
export function signedIn(app: FastifyInstance, dependencies: SignedInDependencies): void {
  app.decorate('signedIn', dependencies);
  app.addHook('onRequest', endLeftSession);
}

/** A user who left quickly is signed out, even if the sign-out sent by their page was lost. */
async function endLeftSession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.cookies[leftCookie] === undefined) return;
  const session = await sessionOf(request);
  if (!session) return;
  await closeSession(signedInDependencies(request).db, { userId: session.user.id, id: session.id });
  read.set(request, Promise.resolve(null));
  clearSessionCookie(reply);
}

/** The options passed to `signedIn(app, …)`. */
export function signedInDependencies({ server }: FastifyRequest): SignedInDependencies {
  if (!server.signedIn) throw new Error('Call signedIn(app, …) before adding routes that need the session');
  return server.signedIn;
}

/** `__Host-` binds the cookie to this host and to https; without https, in development, browsers would refuse it. */
export function sessionCookie({ secureCookies }: { secureCookies: boolean }) {
  const name = secureCookies ? '__Host-session' : 'session';
  return { name, options: { path: '/', httpOnly: true, secure: secureCookies, sameSite: 'lax' } as const };
}

export function sessionTokenOf(request: FastifyRequest): string | null {
  return cookieToken(request, sessionCookie(signedInDependencies(request)).name);
}

/** `remember`: chosen on the sign-in form. */
export function signingBrowser(
  request: FastifyRequest,
  { remember }: { remember?: boolean | 'on' | undefined },
): SigningBrowser {
  const device = deviceOf(request.headers['user-agent']);
  return {
    device,
    requestToken: sessionTokenOf(request),
    remembered: Boolean(remember),
    siteCountry: siteOf(request).country,
  };
}

const read = new WeakMap<FastifyRequest, Promise<Session | null>>();

/** The session of a request, or null. Reading does not prolong it. */
export function sessionOf(request: FastifyRequest): Promise<Session | null> {
  const known = read.get(request);
  if (known) return known;
  const { db, clock } = signedInDependencies(request);
  const token = sessionTokenOf(request);
  const session = token === null ? Promise.resolve(null) : findSession(db, { token, at: clock.now() });
  read.set(request, session);
  return session;
}

/** The cookie outlives the browser's end only if the session's owner asked to be remembered. */
export function setSessionCookie(reply: FastifyReply, { token, remembered }: OpenedSession): void {
  const { name, options } = sessionCookie(signedInDependencies(reply.request));
  const cookieOptions = remembered ? { ...options, maxAge: sessionLife(true).absoluteMs / 1000 } : options;
  reply.setCookie(name, token, cookieOptions);
  reply.setCookie(signedInCookie, '1', { ...cookieOptions, httpOnly: false });
  if (reply.request.cookies[leftCookie] !== undefined) reply.clearCookie(leftCookie, { ...options, httpOnly: false });
}

/** Also clears the cookie of app logins, which belong to the session. */
export function clearSessionCookie(reply: FastifyReply): void {
  const { request } = reply;
  const { secureCookies } = signedInDependencies(request);
  const { name, options } = sessionCookie({ secureCookies });
  reply.clearCookie(name, options);
  reply.clearCookie(signedInCookie, { ...options, httpOnly: false });
  const appLogin = cookieNames(secureCookies).session;
  if (request.cookies[appLogin] !== undefined) reply.clearCookie(appLogin, options);
}

/** The equivalent `Set-Cookie` lines, for responses written by a library. */
export function clearedSessionCookies(request: FastifyRequest): string[] {
  const { name, options } = sessionCookie(signedInDependencies(request));
  const over = { ...options, expires: new Date(0) };
  return [name, signedInCookie].map((cookie) => request.server.serializeCookie(cookie, '', over));
}

/** Records that a call may have changed something, so that its user sees it on every later read. */
export async function markSessionWritten(request: FastifyRequest, { id }: Session): Promise<void> {
  const { db, clock, hasReplica } = signedInDependencies(request);
  if (hasReplica) await markWritten(db, { id, at: clock.now() });
}

/** The session of a request admitted by its route's guard. Using it prolongs it. */
export async function prolongSession(request: FastifyRequest): Promise<Session> {
  const session = await sessionOf(request);
  if (!session) throw new Error('A route behind the session guard was reached without a session');
  const { db, clock } = signedInDependencies(request);
  return touchSession(db, { session, at: clock.now() });
}
