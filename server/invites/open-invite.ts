import type { Clock } from '../clock.ts';
import type { Db, DbOrTrx, Trx } from '../db/pool.ts';
import { findInvite, type Invite, isLive } from '../identity/invite-repository.ts';
import { asInvited, lockUser, readUser, type User } from '../identity/user-repository.ts';
import { whoseAccountIs } from '../identity/whose-account.ts';
import { isBeingCharged } from '../payments/payment-attempt-repository.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { hashSecret, sameHash, type TokenMaker } from '../secret.ts';
import { untyped } from './begin-anew.ts';
import type { MailLimits } from './limit-invite-mails.ts';

export type InviteDependencies = MailLimits & { db: Db; clock: Clock; makeToken: TokenMaker };
/** The same inside or outside of a transaction. */
export type WithAnyDb<Dependencies extends { db: Db }> = Omit<Dependencies, 'db'> & { db: DbOrTrx };
/** `browserKey`: of the browser in which somebody has begun, if it is this one. */
export type InviteAccess = { inviteToken: string; userId: string; browserKey: string | null };
export type OpenInviteProblem = 'INVITE_TOKEN_INVALID' | 'FORBIDDEN';
/** `isOther`: in another browser than the one that has typed; `user` is as before that. */
export type OpenInvite = { invite: Invite; user: User; isOther: boolean };

/**
 * The invite of a token, and its recipient. Unknown, expired, replaced, revoked and accepted tokens get the same
 * refusal; another user's id with a valid token is forbidden, whether that user exists or not. Reading spends nothing.
 * The user is read before the link, so that data saved by whoever ended the link is never shown to its former holder.
 *
 * Others may read the mailbox. Until the person pays, its reader is the invited person, and begins anew in another
 * browser. Afterwards the link works in the browser that has typed: elsewhere a credentials link is mailed, which asks
 * for the phone, too.
 */
export async function openInvite(
  { db, clock }: { db: DbOrTrx; clock: Clock },
  { inviteToken, userId, browserKey }: InviteAccess,
): Promise<OpenInvite | Refusal<OpenInviteProblem>> {
  const user = await readUser(db, userId);
  const invite = await findInvite(db, inviteToken);
  if (!invite || !isLive(invite, clock.now())) return refuse('INVITE_TOKEN_INVALID');
  if (invite.userId !== userId) return refuse('FORBIDDEN');
  if (!user || (await whoseAccountIs(db, userId)) === 'OWN') return refuse('INVITE_TOKEN_INVALID');
  const { browserHash } = invite;
  if (browserHash === null || (browserKey !== null && sameHash(hashSecret(browserKey), browserHash)))
    return { invite, user, isOther: false };
  const ofInvite = { subjectId: userId, purposes: ['INVITE'] } as const;
  if (user.status !== 'INVITED' || (await isBeingCharged(db, ofInvite))) return refuse('INVITE_TOKEN_INVALID');
  const { firstName, lastName } = asInvited(user);
  return {
    invite: { ...invite, lastCompletedStep: 0 },
    user: { ...user, firstName, lastName, ...untyped },
    isOther: true,
  };
}

/**
 * Runs in a transaction with the user locked and their invite open, so that no other device ends the link or changes
 * the user concurrently: used by every call that changes a user, or issues a credentials token.
 */
export async function withOpenInvite<Dependencies extends { db: Db; clock: Clock }, Result>(
  dependencies: Dependencies,
  access: InviteAccess,
  act: (dependencies: Omit<Dependencies, 'db'> & { db: Trx }, open: OpenInvite) => Promise<Result>,
): Promise<Result | Refusal<OpenInviteProblem>> {
  const open = await openInvite(dependencies, access);
  if ('refused' in open) return open;
  return dependencies.db.transaction().execute(async (trx) => {
    await lockUser(trx, access.userId);
    const transacting = { ...dependencies, db: trx };
    const current = await openInvite(transacting, access);
    return 'refused' in current ? current : act(transacting, current);
  });
}
