import { findInvite, type Invite, isLive } from '../accounts/invite-repository.ts';
import { readUser, type User } from '../accounts/user-repository.ts';
import type { Clock } from '../clock.ts';
import type { Db, DbOrTrx } from '../db/pool.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { TokenMaker } from '../secret.ts';

export type InviteDependencies = { db: Db; clock: Clock; makeToken: TokenMaker };
export type InviteAccess = { inviteToken: string; userId: string };
export type OpenInvite = { invite: Invite; user: User };

/**
 * The invite a token opens, and whom it is for. Unknown, expired, replaced, revoked and accepted are one refusal; another
 * person's id with a token that works is forbidden, whether that person exists or not. Looking uses nothing up.
 */
export async function openInvite(
  { db, clock }: { db: DbOrTrx; clock: Clock },
  { inviteToken, userId }: InviteAccess,
): Promise<OpenInvite | Refusal> {
  const invite = await findInvite(db, inviteToken);
  if (!invite || !isLive(invite, clock.now())) return refuse('INVITE_TOKEN_INVALID');
  if (invite.userId !== userId) return refuse('FORBIDDEN');
  const user = await readUser(db, userId);
  if (!user || user.status === 'CLOSED' || user.username !== null) return refuse('INVITE_TOKEN_INVALID');
  return { invite, user };
}
