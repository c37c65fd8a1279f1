import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Route } from '#contract/api/route.ts';
import { signedInCookie } from '#contract/boot.ts';
import type { UserRole } from '#contract/home-redirect.ts';
import { findSession, type Session, touchSession } from '../identity/session-repository.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import { refuse } from '../refusal.ts';
import type { Call, Guard, Handler } from './bind.ts';
import { cookieToken } from './brought-token.ts';

export const parentRoles = ['PARENT_A', 'PARENT_B'] as const satisfies readonly UserRole[];
export const professionalRoles = ['PROFESSIONAL'] as const satisfies readonly UserRole[];

type SignedInDependencies = { db: Db; clock: Clock; secureCookies: boolean };

declare module 'fastify' {
  interface FastifyInstance {
    signedIn: SignedInDependencies | null;
  }
}

/** Lets the routes of an app ask who is signed in. Call it once, before they are registered. */
export function signedIn(app: FastifyInstance, dependencies: SignedInDependencies): void {
  app.decorate('signedIn', dependencies);
}

/** What the app was told by `signedIn(app, …)`. */
export function signedInDependencies({ server }: FastifyRequest): SignedInDependencies {
  if (!server.signedIn) throw new Error('signedIn(app, …) has to come before routes that ask who is signed in');
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

const read = new WeakMap<FastifyRequest, Promise<Session | null>>();

/** The session a request comes with, or null. Looking does not prolong it. */
export function sessionOf(request: FastifyRequest): Promise<Session | null> {
  const known = read.get(request);
  if (known) return known;
  const { db, clock } = signedInDependencies(request);
  const token = sessionTokenOf(request);
  const session = token === null ? Promise.resolve(null) : findSession(db, { token, at: clock.now() });
  read.set(request, session);
  return session;
}

export function giveSessionCookie(reply: FastifyReply, token: string): void {
  const { name, options } = sessionCookie(signedInDependencies(reply.request));
  reply.setCookie(name, token, options);
  reply.setCookie(signedInCookie, '1', { ...options, httpOnly: false });
}

export function takeSessionCookie(reply: FastifyReply): void {
  const { name, options } = sessionCookie(signedInDependencies(reply.request));
  reply.clearCookie(name, options);
  reply.clearCookie(signedInCookie, { ...options, httpOnly: false });
}

type Allowed = { roles: readonly UserRole[]; confirmed?: boolean };
export type SignedInCall<R extends Route> = Call<R> & { session: Session };

/**
 * A handler for people who are signed in with one of these roles: `bind(app, route, requireSession({ roles },
 * handler))`. Nobody signed in → 401 NOT_SIGNED_IN; another role → 403 FORBIDDEN; where `confirmed` is asked for, so is
 * an account without credentials, whose owner has not yet opened the link that was mailed to its address. Using it
 * prolongs the session. Whose data may be read is still the handler's question: another person's id is a 404.
 */
export function requireSession<const R extends Route>(
  who: Allowed,
  handler: (call: SignedInCall<R>) => ReturnType<Handler<R>>,
): Handler<R> {
  const own = async (call: Call<R>) => {
    const session = await sessionOf(call.request);
    if (!session) return refuse('NOT_SIGNED_IN');
    const { db, clock } = signedInDependencies(call.request);
    return handler({ ...call, session: await touchSession(db, { session, at: clock.now() }) });
  };
  return Object.assign(own, { guard: sessionGuard(who) });
}

/** Whoever is signed in with one of these roles. */
export function sessionGuard({ roles, confirmed = false }: Allowed): Guard {
  return async (request) => {
    const session = await sessionOf(request);
    if (!session) return refuse('NOT_SIGNED_IN');
    const { role, username } = session.user;
    return roles.includes(role) && !(confirmed && username === null) ? null : refuse('FORBIDDEN');
  };
}
