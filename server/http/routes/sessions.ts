import type { FastifyInstance, FastifyReply } from 'fastify';
import { proofKinds } from '#contract/account/ownership.ts';
import {
  keepalive,
  listSessions,
  readSession,
  signOut,
  signOutDevice,
  signOutEverywhere,
} from '#contract/api/sign-in.ts';
import { recordActivity } from '../../identity/activity.ts';
import { deviceNames } from '../../identity/device.ts';
import { openReset } from '../../identity/second-factor/factor-reset.ts';
import { hasSecondFactor } from '../../identity/second-factor/factors.ts';
import {
  closeSession,
  closeSessions,
  listDevices,
  type Session,
  touchSession,
} from '../../identity/session-repository.ts';
import { refuse } from '../../refusal.ts';
import { bind } from '../bind.ts';
import { clearSessionCookie, sessionOf } from '../signed-in.ts';
import { type SignInDependencies, sessionAuth } from './sign-in.ts';

function signedOut(reply: FastifyReply) {
  clearSessionCookie(reply);
  return { signedOut: true as const };
}

/** The session of this browser: its user, its end, the other sessions, and signing out. */
export function sessionRoutes(app: FastifyInstance, dependencies: SignInDependencies): void {
  const { db, clock, makeToken } = dependencies;
  const secondsLeft = ({ endsAt }: Session) =>
    Math.max(0, Math.floor((endsAt.getTime() - clock.now().getTime()) / 1000));
  bind(app, readSession, async ({ request }) => {
    const session = await sessionOf(request);
    if (!session) return { session: null };
    const { id: userId, firstName, lastName, email, username, role, language, timeZone, country } = session.user;
    const reset = await openReset(db, userId);
    return {
      session: {
        userId,
        firstName,
        lastName,
        // While two people claim the account either may be signed in, and the address may be where one has fled to.
        email: session.isFrozen ? '' : email,
        username: username ?? '',
        role,
        language,
        timeZone: session.isFrozen ? null : timeZone,
        country: session.isFrozen ? null : country,
        auth: sessionAuth(makeToken, session.id),
        mustAddFactor: dependencies.requiresFactor(role) && !(await hasSecondFactor(db, userId)),
        factorResetAt: reset?.dueAt.toISOString() ?? null,
        secondsLeft: secondsLeft(session),
      },
    };
  });
  bind(app, keepalive, async ({ query, request, reply }) => {
    const found = await sessionOf(request);
    if (!found) {
      clearSessionCookie(reply);
      return { signedIn: false, userId: null, secondsLeft: null };
    }
    const session = query.active === 'true' ? await touchSession(db, { session: found, at: clock.now() }) : found;
    return { signedIn: true, userId: session.user.id, secondsLeft: secondsLeft(session) };
  });
  bind(app, listSessions, async ({ session }) => {
    const devices = await listDevices(db, { userId: session.user.id, at: clock.now() });
    return {
      devices: devices.map(({ id, device, createdAt, lastSeenAt, expiresAt, remembered, proofs }) => ({
        id,
        ...deviceNames(device),
        signedInAt: createdAt.toISOString(),
        lastUsedAt: lastSeenAt.toISOString(),
        current: id === session.id,
        proofs: proofKinds.filter((kind) => kind in proofs),
        rememberedUntil: remembered ? expiresAt.toISOString() : null,
      })),
    };
  });
  bind(app, signOut, async ({ request, reply }) => {
    const session = await sessionOf(request);
    if (session) await closeSession(db, { userId: session.user.id, id: session.id });
    return signedOut(reply);
  });
  bind(app, signOutEverywhere, async ({ session, reply }) => {
    await db.transaction().execute(async (trx) => {
      await closeSessions(trx, { userId: session.user.id });
      const { user, device } = session;
      await recordActivity(trx, { userId: user.id, kind: 'SIGNED_OUT_EVERYWHERE', device, at: clock.now() });
    });
    return signedOut(reply);
  });
  bind(app, signOutDevice, async ({ session, params, reply }) => {
    const closed = await closeSession(db, { userId: session.user.id, id: params.sessionId });
    if (!closed) return refuse('NOT_FOUND');
    return params.sessionId === session.id ? signedOut(reply) : { signedOut: true as const };
  });
}
