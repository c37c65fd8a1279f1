import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import { type User, userColumns } from './user-repository.ts';

/** Reserved names, which would look official. */
const reserved = new Set([
  'administrator',
  'evenkeel',
  'support',
  'postmaster',
  'security',
  'webmaster',
  'moderator',
  'customer.service',
]);

/** Usernames are compared without case. */
export async function usernameTaken(db: DbOrTrx, username: string): Promise<boolean> {
  if (reserved.has(username.toLowerCase())) return true;
  const existing = await db
    .selectFrom('users')
    .select('id')
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .executeTakeFirst();
  return existing !== undefined;
}

/** A user with the hash of their password, which is loaded for a check only. */
export type UserWithHash = User & { passwordHash: string | null };
const withHash = [...userColumns, 'passwordHash'] as const;

export async function userByUsername(db: DbOrTrx, username: string): Promise<UserWithHash | null> {
  const user = await db
    .selectFrom('users')
    .select(withHash)
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .executeTakeFirst();
  return user ?? null;
}

/**
 * Whether a verified password is still current, locked until the caller's transaction ends: hashing takes time, and a
 * concurrent password change must win.
 */
export async function lockUnchangedPassword(
  trx: Trx,
  { id, passwordHash }: Pick<UserWithHash, 'id' | 'passwordHash'>,
): Promise<boolean> {
  const same = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('passwordHash', '=', passwordHash)
    .where('status', '=', 'ACTIVE')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return same !== undefined;
}

export async function userWithHash(db: DbOrTrx, id: string): Promise<UserWithHash | null> {
  return (await db.selectFrom('users').select(withHash).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Replaces a user's password; null: no password is valid until a link sets one. */
export async function savePassword(
  trx: Trx,
  { userId, passwordHash, at }: { userId: string; passwordHash: string | null; at: Date },
): Promise<void> {
  await trx.updateTable('users').set({ passwordHash, updatedAt: at }).where('id', '=', userId).execute();
}

export type SavedCredentials = 'saved' | 'already_set' | 'username_taken';

/**
 * Sets credentials of a user who has none and whose account is not closed. Concurrent requests for one name wait for
 * each other; the unique index backs the lock.
 */
export async function saveCredentials(
  trx: Trx,
  { userId, username, passwordHash, at }: { userId: string; username: string; passwordHash: string; at: Date },
): Promise<SavedCredentials> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${username.toLowerCase()}, 0))`.execute(trx);
  if (await usernameTaken(trx, username)) return 'username_taken';
  const saved = await trx
    .updateTable('users')
    .set({ username, passwordHash, status: 'ACTIVE', updatedAt: at })
    .where('id', '=', userId)
    .where('username', 'is', null)
    .where('status', '!=', 'CLOSED')
    .returning('id')
    .executeTakeFirst();
  return saved ? 'saved' : 'already_set';
}

/**
 * Changes a username; false if it is taken. Concurrent requests for one name wait for each other; the unique index
 * backs the lock.
 */
export async function replaceUsername(
  trx: Trx,
  { userId, username, at }: { userId: string; username: string; at: Date },
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${username.toLowerCase()}, 0))`.execute(trx);
  const own = await trx.selectFrom('users').select('username').where('id', '=', userId).executeTakeFirst();
  const isOwn = own?.username?.toLowerCase() === username.toLowerCase();
  if (!isOwn && (await usernameTaken(trx, username))) return false;
  await trx.updateTable('users').set({ username, updatedAt: at }).where('id', '=', userId).execute();
  return true;
}

/** How the user heard of us. */
export async function saveReferral(
  trx: Trx,
  { userId, referral, at }: { userId: string; referral: { selection: string; other: string }; at: Date },
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ referralSelection: referral.selection, referralOther: referral.other, updatedAt: at })
    .where('id', '=', userId)
    .execute();
}
