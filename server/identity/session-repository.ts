import type { DbOrTrx, Trx } from '../db/pool.ts';
import { after, minutes } from '../clock.ts';
import { newId } from '../new-id.ts';
import { hashSecret, newSecret } from '../secret.ts';
import { absoluteLifeMs, idleLifeMs, sessionEnd } from './session.ts';
import { type User, userColumns } from './user-repository.ts';

/** `endsAt`: when it ends if nobody uses it any more. `provedAt`: when its user last proved to be who they are. */
export type Session = {
  id: string;
  user: User;
  device: string;
  lastSeenAt: Date;
  expiresAt: Date;
  endsAt: Date;
  provedAt: Date;
};
/** `device`: browser and system in words, such as `Chrome on Android`; never the whole user agent. */
export type Device = { id: string; device: string; createdAt: Date; lastSeenAt: Date };

/** Who has signed in, and the session they go on in. */
export type SignedIn = { user: User; session: { id: string; token: string } };

/** Opens a session. The token goes to the browser and is kept nowhere else: the row holds its hash. */
export async function openSession(
  db: DbOrTrx,
  { userId, device, at, provedAt = at }: { userId: string; device: string; at: Date; provedAt?: Date },
): Promise<{ id: string; token: string }> {
  const id = newId(at);
  const token = newSecret();
  await db
    .insertInto('sessions')
    .values({
      id,
      tokenHash: hashSecret(token),
      userId,
      device,
      createdAt: at,
      lastSeenAt: at,
      provedAt,
      expiresAt: after(at, absoluteLifeMs),
    })
    .execute();
  return { id, token };
}

/**
 * Opens a session with a new id, whatever the browser brought (SEC3): the session it brought, somebody's earlier one on
 * this machine, ends.
 */
export async function openSessionInstead(
  trx: Trx,
  { requestToken, ...session }: { requestToken: string | null; userId: string; device: string; at: Date },
): Promise<{ id: string; token: string }> {
  if (requestToken !== null)
    await trx.deleteFrom('sessions').where('tokenHash', '=', hashSecret(requestToken)).execute();
  return openSession(trx, session);
}

const liveSince = (at: Date) => after(at, -idleLifeMs);

/** The live session of a token; null for one that is unknown, over, or of an account that was closed. */
export async function findSession(db: DbOrTrx, { token, at }: { token: string; at: Date }): Promise<Session | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(userColumns.map((column) => `users.${column}` as const))
    .select([
      'sessions.id as sessionId',
      'sessions.device',
      'sessions.lastSeenAt',
      'sessions.expiresAt',
      'sessions.provedAt',
    ])
    .where('sessions.tokenHash', '=', hashSecret(token))
    .where('sessions.expiresAt', '>', at)
    .where('sessions.lastSeenAt', '>', liveSince(at))
    .where('users.status', '!=', 'CLOSED')
    .executeTakeFirst();
  if (!row) return null;
  const { sessionId, device, lastSeenAt, expiresAt, provedAt, ...user } = row;
  const endsAt = sessionEnd({ lastSeenAt, expiresAt });
  return { id: sessionId, user, device, lastSeenAt, expiresAt, provedAt, endsAt };
}

const touchEveryMs = minutes(1);

/** Notes that a session is in use, at most once a minute. */
export async function touchSession(db: DbOrTrx, { session, at }: { session: Session; at: Date }): Promise<Session> {
  if (at.getTime() - session.lastSeenAt.getTime() < touchEveryMs) return session;
  await db
    .updateTable('sessions')
    .set({ lastSeenAt: at })
    .where('id', '=', session.id)
    .where('lastSeenAt', '<', at)
    .execute();
  return { ...session, lastSeenAt: at, endsAt: sessionEnd({ lastSeenAt: at, expiresAt: session.expiresAt }) };
}

/** Whoever uses this session has just proved to be its owner, by whatever means. */
export async function markProved(db: DbOrTrx, { id, at }: { id: string; at: Date }): Promise<void> {
  await db.updateTable('sessions').set({ provedAt: at }).where('id', '=', id).execute();
}

/** A person's live sessions, the latest used first. */
export async function listDevices(db: DbOrTrx, { userId, at }: { userId: string; at: Date }): Promise<Device[]> {
  return db
    .selectFrom('sessions')
    .select(['id', 'device', 'createdAt', 'lastSeenAt'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', at)
    .where('lastSeenAt', '>', liveSince(at))
    .orderBy('lastSeenAt', 'desc')
    .execute();
}

/** Ends one session of a person; false when they have no such session. */
export async function closeSession(db: DbOrTrx, { userId, id }: { userId: string; id: string }): Promise<boolean> {
  const closed = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return closed !== undefined;
}

/** Ends every session of a person. Every tab and device notices within a minute. */
export async function closeSessions(db: DbOrTrx, { userId }: { userId: string }): Promise<void> {
  await db.deleteFrom('sessions').where('userId', '=', userId).execute();
}

/** Deletes sessions that are over. */
export async function forgetSessions(db: DbOrTrx, at: Date): Promise<number> {
  const gone = await db
    .deleteFrom('sessions')
    .where((over) => over.or([over('expiresAt', '<=', at), over('lastSeenAt', '<=', liveSince(at))]))
    .executeTakeFirst();
  return Number(gone.numDeletedRows);
}
