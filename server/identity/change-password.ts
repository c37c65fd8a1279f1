import type { Clock } from '../clock.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Db, Trx } from '../db/pool.ts';
import { type Refusal, refuse, refuseFields } from '../refusal.ts';
import { lockUnchangedPassword, savePassword, userWithHash } from './credentials-repository.ts';
import { forgetDevices } from './known-device.ts';
import { type EndedMeanwhile, endedMeanwhile, recordOwnershipChange } from './ownership/record-change.ts';
import { type ProvedBesides, provedNow, renewed, type SessionProofs } from './ownership/session-proofs.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { freeAddress, proveEmail } from './proven-email.ts';
import { refusedPassword } from './refused-password.ts';
import { stopOpenReset } from './second-factor/factor-reset.ts';
import { hasSecondFactor } from './second-factor/factors.ts';
import { endSecondSteps } from './second-factor/second-step.ts';
import { closeSessions, type OpenedSession, openSession, type Session } from './session-repository.ts';
import {
  consumeToken,
  endTokens,
  findToken,
  isDecided,
  provesMailbox,
  type SingleUseToken,
} from './single-use-token.ts';
import { lockUser, readUser, type User } from './user-repository.ts';

type Dependencies = { db: Db; clock: Clock };
type Owner = User & { username: string };

const hasUsername = <Read extends User>(user: Read | null): user is Read & Owner =>
  user !== null && user.username !== null && user.status !== 'CLOSED';

/**
 * Every session ends, pending password links are consumed, and the owner is notified, so that anybody else who knew the
 * old password is locked out.
 */
async function replacePassword(
  trx: Trx,
  {
    user,
    passwordHash,
    proofs,
    device,
    at,
  }: { user: User; passwordHash: string; proofs: SessionProofs | 'STAFF'; device: string; at: Date },
): Promise<void> {
  const change = { userId: user.id, session: null, kind: 'PASSWORD_CHANGED', proofs, device, at } as const;
  await recordOwnershipChange(trx, change, () => savePassword(trx, { userId: user.id, passwordHash, at }));
  await closeSessions(trx, { userId: user.id });
  await forgetDevices(trx, user.id);
  await endSecondSteps(trx, user.id);
  // A factor reset requested with the old password ends too; the factors themselves stay.
  await stopOpenReset(trx, { userId: user.id, device, at });
  // Anybody who knew the old password may have requested another address or phone.
  for (const purpose of ['PASSWORD_RESET', 'EMAIL_CHANGE', 'PHONE_CHANGE'] as const)
    await endTokens(trx, { userId: user.id, purpose, at });
  await enqueue(trx, { name: 'send-password-changed', payload: { userId: user.id, changedAt: at.toISOString() } });
}

/** Whose password a mailed link sets. Reading consumes nothing. */
export async function passwordResetOwner(
  { db, clock }: Dependencies,
  secret: string,
): Promise<Owner | Refusal<'TOKEN_INVALID' | 'ACCOUNT_FROZEN'>> {
  const token = await findToken(db, { purpose: 'PASSWORD_RESET', secret, at: clock.now() });
  const user = token && (await readUser(db, token.userId));
  // The reader of the mailbox may be the other party of somebody's claim.
  if (user?.frozenAt) return refuse('ACCOUNT_FROZEN');
  return hasUsername(user) ? user : refuse('TOKEN_INVALID');
}

/** What a mailed link's reader proves besides, or why not; without it the mailbox alone opens an account. */
type FurtherProof<Refused> = (user: Owner, token: SingleUseToken) => Promise<ProvedBesides | Refused>;
type Reset<Refused> = { secret: string; password: string; device: string; furtherProof: FurtherProof<Refused> };

/** Sets a new password with a mailed link, once. A refused password or proof does not consume the link. */
export async function resetPassword<Refused extends Refusal>(
  dependencies: Dependencies,
  { secret, password, device, furtherProof }: Reset<Refused>,
): Promise<Owner | Refused | Refusal<'TOKEN_INVALID' | 'ACCOUNT_FROZEN' | 'VALIDATION'>> {
  const { db, clock } = dependencies;
  const at = clock.now();
  const owner = await passwordResetOwner(dependencies, secret);
  if ('refused' in owner) return owner;
  const refused = refusedPassword(password, owner);
  if (refused) return refused;
  const link = await findToken(db, { purpose: 'PASSWORD_RESET', secret, at });
  const further = link ? await furtherProof(owner, link) : refuse('TOKEN_INVALID');
  if ('refused' in further) return further;
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (trx) => {
    // Before the link: a decision locks the account, and then ends its links.
    const user = await lockUser(trx, owner.id);
    if (user?.frozenAt) return refuse('ACCOUNT_FROZEN');
    const token = await findToken(trx, { purpose: 'PASSWORD_RESET', secret, at });
    if (!token || !(await consumeToken(trx, { token, at }))) return refuse('TOKEN_INVALID');
    const byReader = provedNow(['MAILBOX', ...further.proved], at, further.factorSince);
    const byLink = (token.data['proved'] as SessionProofs | undefined) ?? byReader;
    const proofs = isDecided(token) ? 'STAFF' : renewed(byLink, at);
    await replacePassword(trx, { user: owner, passwordHash, proofs, device, at });
    // Against somebody else's factor the password gives no access: then the mailbox's reader gets only the address.
    if (provesMailbox(token) && (further.proved.includes('FACTOR') || !(await hasSecondFactor(trx, owner.id))))
      await proveEmail(trx, { userId: owner.id, at });
    return owner;
  });
}

/** The account never proved the address whose reader has this link. Nobody reads the link that a claim was given. */
export const mayBeAnothers = ({ emailProvenAt }: Pick<User, 'emailProvenAt'>, token: SingleUseToken): boolean =>
  emailProvenAt === null && provesMailbox(token);

/**
 * The reader of an address that an account never proved reports that the account is somebody else's: it loses the
 * address, and the link ends with that.
 */
export async function disownByLink(
  dependencies: Dependencies,
  secret: string,
): Promise<{ outcome: 'FREED' } | Refusal<'TOKEN_INVALID' | 'ACCOUNT_FROZEN' | 'CONFLICT'>> {
  const owner = await passwordResetOwner(dependencies, secret);
  if ('refused' in owner) return owner;
  const at = dependencies.clock.now();
  const token = await findToken(dependencies.db, { purpose: 'PASSWORD_RESET', secret, at });
  if (token === null || !mayBeAnothers(owner, token)) return refuse('CONFLICT');
  return dependencies.db.transaction().execute(async (trx) => {
    await freeAddress(trx, { email: owner.email, at });
    return { outcome: 'FREED' };
  });
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
    session: Pick<Session, 'id' | 'user' | 'provedAt' | 'proofs' | 'remembered'>;
    currentPassword: string;
    password: string;
    device: string;
  },
): Promise<OpenedSession | Refusal<'VALIDATION'> | EndedMeanwhile> {
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
    const ended = await endedMeanwhile(trx, { userId, session });
    if (ended) return ended;
    const proofs = { ...session.proofs, ...provedNow(['PASSWORD'], at) };
    await replacePassword(trx, { user, passwordHash, proofs, device, at });
    const provedAt = (await hasSecondFactor(trx, userId)) ? session.provedAt : at;
    return openSession(trx, { userId, device, remembered: session.remembered, at, provedAt, proofs });
  });
}
