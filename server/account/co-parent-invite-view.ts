import type { inviteView } from '#contract/api/account.ts';
import type * as z from 'zod/mini';
import type { Db } from '../db/pool.ts';
import { asInvited, hasJoined, type User } from '../identity/user-repository.ts';

/** `j•••@example.com`: enough to notice one's own slip, too little to be read over a shoulder. */
const maskLocalPart = (email: string) => email.replace(/^(.).*(?=@)/u, '$1•••');

/**
 * What an inviter sees of the invite to their co-parent: the address as they gave it, and whether they have withdrawn
 * it. A link that the invited parent asked for since changes neither. Null where somebody else invited, or nobody
 * waits.
 */
export async function viewInvite(db: Db, coParent: User): Promise<z.output<typeof inviteView>> {
  const { id, role, status, createdByProfessionalId } = coParent;
  if (role !== 'PARENT_B' || createdByProfessionalId !== null || hasJoined(status)) return null;
  const invites = await db.selectFrom('invites').select(['state', 'invitedAt']).where('userId', '=', id).execute();
  const latest = Math.max(...invites.map(({ invitedAt }) => invitedAt.getTime()));
  return {
    email: maskLocalPart(asInvited(coParent).email),
    withdrawn: invites.some(({ state, invitedAt }) => state === 'REVOKED' && invitedAt.getTime() === latest),
  };
}
