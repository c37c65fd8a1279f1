import { type ExpressionBuilder, sql } from 'kysely';
import { after, minutes } from '../clock.ts';
import type { Db, DbOrTrx, Trx } from '../db/pool.ts';
import type { Database } from '../db/schema.ts';
import { newId } from '../new-id.ts';
import { hashSecret, newSecret } from '../secret.ts';
import { removeFeed } from './calendar-feed.ts';
import { endLoginsOfSession, endLoginsOfUser } from './client-logins.ts';
import type { SessionProofs } from './ownership/session-proofs.ts';
import { sessionEnd, sessionLife, sessionLives } from './session.ts';
import { moveToSite, type User, userColumns } from './user-repository.ts';

/**
 * `endsAt`: when it ends if unused. `provedAt`: the user's last proof of identity, `proofs`: by kind. `wroteAt`: its
 * last writing call, recorded only with a replica to read from. `isFrozen`: somebody else claims the account.
 */
export type Session = {
  id: string;
  user: User;
  device: string;
  openedAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
  endsAt: Date;
  provedAt: Date;
  proofs: SessionProofs;
  isFrozen: boolean;
  wroteAt: Date | null;
  remembered: boolean;
};
/** `device`: browser and system in words, such as `Chrome on Android`; never the whole user agent. */
export type Device = {
  id: string;
  device: string;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
  remembered: boolean;
  proofs: SessionProofs;
};

/** The data for the browser's cookie. */
export type OpenedSession = { id: string; token: string; remembered: boolean };
/** The browser of a login: its earlier session, whether to remember it, and its site, which becomes the user's. */
export type SigningBrowser = {
  device: string;
  requestToken: string | null;
  remembered: boolean;
  siteCountry: string;
};

/** The signed-in user, and the session in which they continue. */
export type SignedIn = { user: User; session: OpenedSession };

/** `proofs`: those that its owner has just given. */
type NewSession = {
  userId: string;
  device: string;
  remembered: boolean;
  at: Date;
  provedAt?: Date;
  proofs?: SessionProofs;
};

/** Opens a session. The token is sent to the browser, and only its hash is stored. */
export async function openSession(
  db: DbOrTrx,
  { userId, device, remembered, at, provedAt = at, proofs = {} }: NewSession,
): Promise<OpenedSession> {
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
      proofs: JSON.stringify(proofs),
      expiresAt: after(at, sessionLife(remembered).absoluteMs),
      remembered,
      wroteAt: at,
    })
    .execute();
  return { id, token, remembered };
}

/** Opens a session with a new id, whatever the browser sent (SEC3); an earlier session of that browser ends. */
export async function openSessionInstead(
  trx: Trx,
  { requestToken, siteCountry, ...session }: SigningBrowser & Pick<NewSession, 'userId' | 'at' | 'proofs'>,
): Promise<OpenedSession> {
  await moveToSite(trx, { id: session.userId, siteCountry });
  if (requestToken !== null) {
    const tokenHash = hashSecret(requestToken);
    await endLoginsOfSession(trx, { tokenHash });
    await trx.deleteFrom('sessions').where('tokenHash', '=', tokenHash).execute();
  }
  return openSession(trx, session);
}

const isLive = (at: Date) => (row: ExpressionBuilder<Database, 'sessions'>) =>
  row.and([
    row('sessions.expiresAt', '>', at),
    row.or(
      sessionLives.map(({ remembered, idleMs }) =>
        row.and([row('sessions.remembered', '=', remembered), row('sessions.lastSeenAt', '>', after(at, -idleMs))]),
      ),
    ),
  ]);

/** The opposite of `isLive`, as alternatives that each find their rows by an index. */
const isOver = (at: Date) => (row: ExpressionBuilder<Database, 'sessions'>) =>
  row.or([
    row('sessions.expiresAt', '<=', at),
    ...sessionLives.map(({ remembered, idleMs }) =>
      row.and([row('sessions.remembered', '=', remembered), row('sessions.lastSeenAt', '<=', after(at, -idleMs))]),
    ),
  ]);

/** The live session of a token; null if it is unknown, over, or of a closed account. */
export async function findSession(db: DbOrTrx, { token, at }: { token: string; at: Date }): Promise<Session | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(userColumns.map((column) => `users.${column}` as const))
    .select([
      'sessions.id as sessionId',
      'sessions.device',
      'sessions.createdAt as openedAt',
      'sessions.lastSeenAt',
      'sessions.expiresAt',
      'sessions.provedAt',
      'sessions.proofs',
      'sessions.wroteAt',
      'sessions.remembered',
    ])
    .where('sessions.tokenHash', '=', hashSecret(token))
    .where(isLive(at))
    .where('users.status', '!=', 'CLOSED')
    .executeTakeFirst();
  if (!row) return null;
  const { sessionId, device, openedAt, lastSeenAt, expiresAt, provedAt, proofs, wroteAt, remembered, ...user } = row;
  const endsAt = sessionEnd({ lastSeenAt, expiresAt, remembered });
  const isFrozen = user.frozenAt !== null;
  return {
    id: sessionId,
    user,
    device,
    openedAt,
    lastSeenAt,
    expiresAt,
    provedAt,
    proofs,
    isFrozen,
    wroteAt,
    remembered,
    endsAt,
  };
}

const touchEveryMs = minutes(1);

/** Records that a session is in use, at most once a minute. */
export async function touchSession(db: DbOrTrx, { session, at }: { session: Session; at: Date }): Promise<Session> {
  if (at.getTime() - session.lastSeenAt.getTime() < touchEveryMs) return session;
  await db
    .updateTable('sessions')
    .set({ lastSeenAt: at })
    .where('id', '=', session.id)
    .where('lastSeenAt', '<', at)
    .execute();
  return { ...session, lastSeenAt: at, endsAt: sessionEnd({ ...session, lastSeenAt: at }) };
}

/** The user of this session has just proved to be its owner, by these means besides earlier ones. */
export async function markProved(
  db: DbOrTrx,
  { id, at, proofs }: { id: string; at: Date; proofs: SessionProofs },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ provedAt: at, proofs: sql`proofs || ${JSON.stringify(proofs)}::jsonb` })
    .where('id', '=', id)
    .execute();
}

/** A call of this session may have changed something. */
export async function markWritten(db: DbOrTrx, { id, at }: { id: string; at: Date }): Promise<void> {
  await db.updateTable('sessions').set({ wroteAt: at }).where('id', '=', id).execute();
}

/** A person's live sessions, the most recently used first. */
export async function listDevices(db: DbOrTrx, { userId, at }: { userId: string; at: Date }): Promise<Device[]> {
  return db
    .selectFrom('sessions')
    .select(['id', 'device', 'createdAt', 'lastSeenAt', 'expiresAt', 'remembered', 'proofs'])
    .where('userId', '=', userId)
    .where(isLive(at))
    .orderBy('lastSeenAt', 'desc')
    .execute();
}

/** Ends one session of a person, and the app logins from it; false if there is no such session. */
export async function closeSession(db: Db, { userId, id }: { userId: string; id: string }): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const own = await trx
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', id)
      .where('userId', '=', userId)
      .forUpdate()
      .executeTakeFirst();
    if (!own) return false;
    await endLoginsOfSession(trx, { id });
    await trx.deleteFrom('sessions').where('id', '=', id).execute();
    return true;
  });
}

/** Ends every session of a user except the current one, and the rest, as below. */
export async function closeOtherSessions(trx: Trx, { userId, id }: { userId: string; id: string }): Promise<void> {
  await removeFeed(trx, userId);
  await endLoginsOfUser(trx, userId);
  await trx.deleteFrom('sessions').where('userId', '=', userId).where('id', '!=', id).execute();
}

/**
 * Ends every session of a user, which every tab and device notices within a minute, the apps' logins, and the calendar
 * feed: any of them may be another person's.
 */
export async function closeSessions(db: DbOrTrx, { userId }: { userId: string }): Promise<void> {
  await removeFeed(db, userId);
  await endLoginsOfUser(db, userId);
  await db.deleteFrom('sessions').where('userId', '=', userId).execute();
}

/** Deletes sessions that are over. */
export async function forgetSessions(db: DbOrTrx, at: Date): Promise<number> {
  const deleted = await db.deleteFrom('sessions').where(isOver(at)).executeTakeFirst();
  return Number(deleted.numDeletedRows);
}
