import { sql } from 'kysely';
import { normaliseUsername } from '#contract/sign-in/username.ts';
import { after, days } from '../clock.ts';
import type { Db, DbOrTrx, Trx } from '../db/pool.ts';
import { hashSecret, newSecret } from '../secret.ts';
import { recordActivity } from './activity.ts';

/** How long a browser stays known without signing in. */
export const knownDeviceDays = 180;

type Device = { token: string; at: Date };

/**
 * Marks this browser as known for this account (OWASP, device cookies). Its token is replaced each time and carries
 * over its other accounts, so that a planted token becomes worthless. `loggedInOn`: for the mail to the owner about a
 * login from a new browser; left out if they did more than log in.
 */
export async function rememberDevice(
  db: Db,
  { token, userId, at, loggedInOn }: { token: string | null; userId: string; at: Date; loggedInOn?: string },
): Promise<{ token: string }> {
  const fresh = newSecret();
  const tokenHash = hashSecret(fresh);
  const know = (run: DbOrTrx) =>
    run
      .insertInto('knownDevices')
      .values({ tokenHash, userId, usedAt: at, knownSince: at })
      .onConflict((on) => on.columns(['tokenHash', 'userId']).doUpdateSet({ usedAt: at }))
      .returning(sql<boolean>`xmax = 0`.as('isNew'))
      .executeTakeFirstOrThrow();
  if (token === null && loggedInOn === undefined) {
    await know(db);
    return { token: fresh };
  }
  await db.transaction().execute(async (trx) => {
    if (token !== null)
      await trx.updateTable('knownDevices').set({ tokenHash }).where('tokenHash', '=', hashSecret(token)).execute();
    const { isNew } = await know(trx);
    if (isNew && loggedInOn !== undefined)
      await recordActivity(trx, { userId, kind: 'NEW_DEVICE_SIGN_IN', device: loggedInOn, at });
  });
  return { token: fresh };
}

/** For a new password, or the account's end: browsers that knew the old one become strangers again. */
export async function forgetDevices(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('knownDevices').where('userId', '=', userId).execute();
}

const accountsOf = (db: DbOrTrx, { token, at }: Device) =>
  db
    .selectFrom('knownDevices')
    .innerJoin('users', 'users.id', 'knownDevices.userId')
    .select(['users.id', 'knownDevices.knownSince'])
    .where('knownDevices.tokenHash', '=', hashSecret(token))
    .where('knownDevices.usedAt', '>', after(at, -days(knownDeviceDays)))
    .orderBy('users.id');

/**
 * The key for counting a known device's attempts at one account. It survives each change of the token: otherwise
 * signing in to another account from the same browser would reset the count.
 */
export type DeviceKey = string;

const keyOf = (found: { id: string; knownSince: Date } | undefined): DeviceKey | null =>
  found ? `${found.id}:${found.knownSince.toISOString()}` : null;

/** Null if this browser has not signed in with this username before. */
export async function deviceOfUsername(db: DbOrTrx, device: Device, typed: string): Promise<DeviceKey | null> {
  const username = normaliseUsername(typed).toLowerCase();
  if (username.includes('\u0000') || !username.isWellFormed()) return null;
  return keyOf(await accountsOf(db, device).where(sql`lower(users.username)`, '=', username).executeTakeFirst());
}

/** Null if this browser has not signed in to this account before. */
export async function deviceOfUser(db: DbOrTrx, device: Device, userId: string): Promise<DeviceKey | null> {
  return keyOf(await accountsOf(db, device).where('users.id', '=', userId).executeTakeFirst());
}

/** Null if this browser has not signed in to an account with this phone before. */
export async function deviceOfPhone(
  db: DbOrTrx,
  device: Device,
  { phoneCountryCode, phoneNumber }: { phoneCountryCode: string; phoneNumber: string },
): Promise<DeviceKey | null> {
  return keyOf(
    await accountsOf(db, device)
      .where('users.phoneCountryCode', '=', phoneCountryCode)
      .where('users.phoneNumber', '=', phoneNumber)
      .executeTakeFirst(),
  );
}
