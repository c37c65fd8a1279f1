import type { Clock } from '../clock.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Db, Trx } from '../db/pool.ts';
import { type Refusal, refuse, refuseFields } from '../refusal.ts';
import { recordActivity } from './activity.ts';
import { lockUnchangedPassword, savePassword, userWithHash } from './credentials-repository.ts';
import { forgetDevices } from './known-device.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { refusedPassword } from './refused-password.ts';
import { hasSecondFactor } from './second-factor/factors.ts';
import { stopOpenReset } from './second-factor/factor-reset.ts';
import { endSecondSteps } from './second-factor/second-step.ts';
import { closeSessions, type OpenedSession, openSession, type Session } from './session-repository.ts';
import { consumeToken, endTokens, findToken } from './single-use-token.ts';
import { readUser, type User } from './user-repository.ts';

type Dependencies = { db: Db; clock: Clock };
type Owner = User & { username: string };

const hasUsername = <Read extends User>(user: Read | null): user is Read & Owner =>
  user !== null && user.username !== null && user.status !== 'CLOSED';

/**
 * Every session ends, links that set a password are used up, and the owner is notified, so that anybody else who knew
 * the old password is locked out.
 */
async function replacePassword(
  trx: Trx,
  { user, passwordHash, device, at }: { user: User; passwordHash: string; device: string; at: Date },
): Promise<void> {
  await savePassword(trx, { userId: user.id, passwordHash, at });
  await closeSessions(trx, { userId: user.id });
  await forgetDevices(trx, user.id);
  await endSecondSteps(trx, user.id);
  // A factor reset requested with the old password ends too; the factors themselves stay.
  await stopOpenReset(trx, { userId: user.id, device, at });
  // Anybody who knew the old password may have requested another address or phone.
  for (const purpose of ['PASSWORD_RESET', 'EMAIL_CHANGE', 'PHONE_CHANGE'] as const)
    await endTokens(trx, { userId: user.id, purpose, at });
  await recordActivity(trx, { userId: user.id, kind: 'PASSWORD_CHANGED', device, at });
  await enqueue(trx, { name: 'send-password-changed', payload: { userId: user.id, changedAt: at.toISOString() } });
}

/** Whose password a mailed link sets. Looking uses nothing up. */
export async function passwordResetOwner(
  { db, clock }: Dependencies,
  secret: string,
): Promise<Owner | Refusal<'TOKEN_INVALID'>> {
  const token = await findToken(db, { purpose: 'PASSWORD_RESET', secret, at: clock.now() });
  const user = token && (await readUser(db, token.userId));
  return hasUsername(user) ? user : refuse('TOKEN_INVALID');
}

/** Sets a new password with a mailed link, once. A password that is refused leaves the link as it was. */
export async function resetPassword(
  dependencies: Dependencies,
  { secret, password, device }: { secret: string; password: string; device: string },
): Promise<Owner | Refusal<'TOKEN_INVALID' | 'VALIDATION'>> {
  const { db, clock } = dependencies;
  const at = clock.now();
  const owner = await passwordResetOwner(dependencies, secret);
  if ('refused' in owner) return owner;
  const refused = refusedPassword(password, owner);
  if (refused) return refused;
  const passwordHash = await hashPassword(password);
  const done = await db.transaction().execute(async (trx) => {
    const token = await findToken(trx, { purpose: 'PASSWORD_RESET', secret, at });
    if (!token || !(await consumeToken(trx, { token, at }))) return false;
    await replacePassword(trx, { user: owner, passwordHash, device, at });
    return true;
  });
  return done ? owner : refuse('TOKEN_INVALID');
}

/**
 * Changes the password of a signed-in user with the current one. They continue in a session with a new id. With a
 * second factor the old password alone does not prove ownership: the new session is as fresh as the old one.
 */
export async function changePassword(
  { db, clock }: Dependencies,
  {
    session,
    currentPassword,
    password,
    device,
  }: {
    session: Pick<Session, 'user' | 'provedAt' | 'remembered'>;
    currentPassword: string;
    password: string;
    device: string;
  },
): Promise<OpenedSession | Refusal<'NOT_SIGNED_IN' | 'VALIDATION'>> {
  const userId = session.user.id;
  const user = await userWithHash(db, userId);
  if (!hasUsername(user) || user.passwordHash === null) return refuse('NOT_SIGNED_IN');
  const wrong = refuseFields({ field: 'currentPassword', code: 'current_password' });
  if (!(await verifyPassword(user.passwordHash, currentPassword))) return wrong;
  const refused = refusedPassword(password, user);
  if (refused) return refused;
  const passwordHash = await hashPassword(password);
  const at = clock.now();
  return db.transaction().execute(async (trx) => {
    if (!(await lockUnchangedPassword(trx, user))) return wrong;
    await replacePassword(trx, { user, passwordHash, device, at });
    const provedAt = (await hasSecondFactor(trx, userId)) ? session.provedAt : at;
    return openSession(trx, { userId, device, remembered: session.remembered, at, provedAt });
  });
}
