import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Language } from '#contract/fields/languages.ts';
import type { UserRole } from '#contract/sign-in/home-redirect.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/pool.ts';
import { hasSecondFactor } from '../../identity/second-factor/factors.ts';
import { closeSession, type Session, touchSession } from '../../identity/session-repository.ts';
import type { LoginUse, Visit, VisitSession } from '../../oidc/visit.ts';
import { acceptedLanguage, pageLanguage } from '../language.ts';
import { clearedSessionCookies, sessionOf } from '../signed-in.ts';

export type VisitDependencies = { db: Db; clock: Clock; requiresFactor: (role: UserRole) => boolean };

/** Best match of `ui_locales`: `es-MX en`. */
export const languageOfLocales = (locales: unknown): Language | null =>
  typeof locales === 'string' ? acceptedLanguage(locales.trim().replaceAll(/\s+/g, ',')) : null;

/**
 * A session that may sign in to apps: its user meets the configuration's requirements for their role, and nobody else
 * claims the account. Using it prolongs it.
 */
async function usableSession(
  { db, clock, requiresFactor }: VisitDependencies,
  session: Session | null,
): Promise<VisitSession | null> {
  if (!session || session.isFrozen) return null;
  const { user, username } = { user: session.user, username: session.user.username };
  if (username === null || (requiresFactor(user.role) && !(await hasSecondFactor(db, user.id)))) return null;
  const { id, remembered, expiresAt, provedAt } = await touchSession(db, { session, at: clock.now() });
  const provedMsAgo = Math.max(0, clock.now().getTime() - provedAt.getTime());
  return { id, userId: user.id, remembered, expiresAt, provedMsAgo };
}

/** The caller, and the parameters of the response. */
export async function readVisit(request: FastifyRequest, dependencies: VisitDependencies): Promise<Visit> {
  const session = await sessionOf(request);
  const { ui_locales: locales } = request.query as { ui_locales?: unknown };
  return {
    session: await usableSession(dependencies, session),
    language: languageOfLocales(locales) ?? pageLanguage(request),
    nonce: randomBytes(16).toString('base64url'),
    signOut: async () => {
      if (session) await closeSession(dependencies.db, { userId: session.user.id, id: session.id });
      return clearedSessionCookies(request);
    },
  };
}

const begins = ['/oidc/auth', '/oidc/session/end'];

/**
 * Where an app starts a login, a session here is enough, unless the app requests a new proof, or one within a maximum
 * age.
 */
export function loginUse({ routeOptions, query }: FastifyRequest, { session }: Pick<Visit, 'session'>): LoginUse {
  if (!begins.includes(routeOptions.url ?? '')) return 'keep';
  const { prompt, max_age: maxAge } = query as { prompt?: unknown; max_age?: unknown };
  const asksAgain = typeof prompt === 'string' && prompt.split(' ').includes('login');
  const isTooOld = typeof maxAge === 'string' && session !== null && session.provedMsAgo > Number(maxAge) * 1000;
  return asksAgain || isTooOld ? 'none' : 'begin';
}
