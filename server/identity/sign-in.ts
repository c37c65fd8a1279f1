import { randomBytes } from 'node:crypto';
import { username as usernameSchema } from '#contract/credentials.ts';
import type { Clock } from '../clock.ts';
import type { Db, DbOrTrx } from '../db/pool.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { keepsPassword, userByUsername, type UserWithHash } from './credentials-repository.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { openSessionInstead } from './session-repository.ts';
import { usernameMeant } from './sign-in-name.ts';
import type { User } from './user-repository.ts';

type Dependencies = { db: Db; clock: Clock };
export type Credentials = { username: string; password: string };

let decoy: Promise<string> | undefined;

/** A hash of nothing anybody knows: verifying against it takes as long as against a real one (SEC1). */
export function decoyHash(): Promise<string> {
  decoy ??= hashPassword(randomBytes(24).toString('base64url'));
  return decoy;
}

/**
 * The person whose username or e-mail and password these are. Unknown, closed and wrong are one refusal, reached at the
 * same pace.
 */
async function personOf(
  db: DbOrTrx,
  { username, password }: Credentials,
): Promise<UserWithHash | Refusal<'SIGN_IN_FAILED'>> {
  const name = usernameSchema.safeParse(await usernameMeant(db, username));
  const user = await userByUsername(db, name.success ? name.data : '');
  const usable = user !== null && user.status === 'ACTIVE' && user.passwordHash !== null;
  const right = await verifyPassword(usable && user.passwordHash ? user.passwordHash : await decoyHash(), password);
  return usable && right ? user : refuse('SIGN_IN_FAILED');
}

/**
 * Signs somebody in: always with a session of a new id, whatever the browser brought (SEC3). The session it brought,
 * somebody's earlier one on this machine, ends.
 */
export async function signIn(
  { db, clock }: Dependencies,
  { credentials, device, requestToken }: { credentials: Credentials; device: string; requestToken: string | null },
): Promise<{ user: User; session: { id: string; token: string } } | Refusal<'SIGN_IN_FAILED'>> {
  const person = await personOf(db, credentials);
  if ('refused' in person) return person;
  const { passwordHash, ...user } = person;
  const session = await db.transaction().execute(async (trx) => {
    if (!(await keepsPassword(trx, { id: user.id, passwordHash }))) return null;
    return openSessionInstead(trx, { requestToken, userId: user.id, device, at: clock.now() });
  });
  return session ? { user, session } : refuse('SIGN_IN_FAILED');
}
