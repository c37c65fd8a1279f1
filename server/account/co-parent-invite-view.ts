import type { inviteView } from '#contract/api/account.ts';
import type * as z from 'zod/mini';
import type { Db } from '../db/pool.ts';
import { readTiming } from '../identity/invite-timing-repository.ts';
import { asInvited, hasJoined, type User } from '../identity/user-repository.ts';

/** `j•••@example.com`: enough to notice one's own slip, too little to be read over a shoulder. */
const maskLocalPart = (email: string) => email.replace(/^(.).*(?=@)/u, '$1•••');

/**
 * What an inviter sees of the invite to their co-parent: the address as they gave it, whether they have withdrawn it,
 * or when it leaves. A link that the invited parent asked for since changes none of it. Null where somebody else
 * invited, or nobody waits.
 */
export async function viewInvite(db: Db, coParent: User): Promise<z.output<typeof inviteView>> {
  const { id, role, status, createdByProfessionalId } = coParent;
  if (role !== 'PARENT_B' || createdByProfessionalId !== null || hasJoined(status)) return null;
  const [invites, timing] = await Promise.all([
    db.selectFrom('invites').select(['state', 'invitedAt', 'byLetter']).where('userId', '=', id).execute(),
    readTiming(db, id),
  ]);
  const latestAt = Math.max(...invites.map(({ invitedAt }) => invitedAt.getTime()));
  const latest = invites.filter(({ invitedAt }) => invitedAt.getTime() === latestAt);
  return {
    email: maskLocalPart(asInvited(coParent).email),
    withdrawn: latest.some(({ state }) => state === 'REVOKED'),
    timing: timing && { when: timing.timing, day: timing.day },
    byLetter: latest.some(({ byLetter }) => byLetter),
  };
}
