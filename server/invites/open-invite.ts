import { findInvite, type Invite, isLive } from '../identity/invite-repository.ts';
import { lockUser, readUser, type User } from '../identity/user-repository.ts';
import type { Clock } from '../clock.ts';
import type { Db, DbOrTrx, Trx } from '../db/pool.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { TokenMaker } from '../secret.ts';
import type { MailLimits } from './limit-invite-mails.ts';

export type InviteDependencies = MailLimits & { db: Db; clock: Clock; makeToken: TokenMaker };
/** The same inside a transaction, or out of one. */
export type WithAnyDb<Dependencies extends { db: Db }> = Omit<Dependencies, 'db'> & { db: DbOrTrx };
export type InviteAccess = { inviteToken: string; userId: string };
export type OpenInviteProblem = 'INVITE_TOKEN_INVALID' | 'FORBIDDEN';
export type OpenInvite = { invite: Invite; user: User };

/**
 * The invite a token opens, and whom it is for. Unknown, expired, replaced, revoked and accepted are one refusal;
 * another person's id with a token that works is forbidden, whether that person exists or not. Looking uses nothing up.
 * The person is read before the link: what was saved by whom ended the link is never shown to who still held it.
 */
export async function openInvite(
  { db, clock }: { db: DbOrTrx; clock: Clock },
  { inviteToken, userId }: InviteAccess,
): Promise<OpenInvite | Refusal<OpenInviteProblem>> {
  const user = await readUser(db, userId);
  const invite = await findInvite(db, inviteToken);
  if (!invite || !isLive(invite, clock.now())) return refuse('INVITE_TOKEN_INVALID');
  if (invite.userId !== userId) return refuse('FORBIDDEN');
  if (!user || user.status === 'CLOSED' || user.username !== null) return refuse('INVITE_TOKEN_INVALID');
  return { invite, user };
}

/**
 * Does something in a transaction with the person locked and their invite open, so that no other device ends the link
 * or changes the person in between: every call that changes somebody, or gives out a token for their credentials, goes
 * this way.
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
