import type { inviteView } from '#contract/api/family.ts';
import type * as z from 'zod/mini';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import { readTiming } from '../identity/invite-timing-repository.ts';
import { currentSuppression } from '../identity/returned-mail.ts';
import { asInvited, hasJoined, type User } from '../identity/user-repository.ts';
import type { TokenMaker } from '../secret.ts';

export type InviteViewDependencies = { db: Db; clock: Clock; makeToken: TokenMaker };

/** `j•••@example.com`: enough to notice one's own slip, too little to be read over a shoulder. */
const maskLocalPart = (email: string) => email.replace(/^(.).*(?=@)/u, '$1•••');

/**
 * The inviter's view of their co-parent's invite: the address as they entered it, whether they have withdrawn it, or
 * when it is sent. A link the invited parent has requested since does not change it. Null if somebody else invited, or
 * nobody waits. Of bounces only that the entered address takes no mail; never spam complaints, nor anything about an
 * address the invited parent entered
 */
export async function viewInvite(
  dependencies: InviteViewDependencies,
  coParent: User,
): Promise<z.output<typeof inviteView>> {
  const { db } = dependencies;
  const { id, role, status, language, createdByProfessionalId } = coParent;
  const { email } = asInvited(coParent);
  if (role !== 'PARENT_B' || createdByProfessionalId !== null || hasJoined(status)) return null;
  const [invites, timing, report] = await Promise.all([
    db.selectFrom('invites').select(['state', 'invitedAt', 'byLetter']).where('userId', '=', id).execute(),
    readTiming(db, id),
    currentSuppression(dependencies, { userId: id, email }),
  ]);
  const latestAt = Math.max(...invites.map(({ invitedAt }) => invitedAt.getTime()));
  const latest = invites.filter(({ invitedAt }) => invitedAt.getTime() === latestAt);
  const withdrawn = latest.some(({ state }) => state === 'REVOKED');
  const byLetter = latest.some((invite) => invite.byLetter);
  return {
    email: maskLocalPart(email),
    withdrawn,
    // The inviter's choice: their co-parent can change it only after the invite, when there is no timing any more.
    timing: timing && { when: timing.timing, day: timing.day, language },
    byLetter,
    returned: report === 'HARD' && !withdrawn && timing === null && !byLetter,
  };
}
