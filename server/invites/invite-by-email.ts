import { normaliseEmail, sameEmail } from '#contract/typed-text.ts';
import { asInvited, userColumns } from '../identity/user-repository.ts';
import { issueInvite } from '../identity/invite-repository.ts';
import type { Clock } from '../clock.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Db, Trx } from '../db/pool.ts';
import { type Refusal, refuse, refuseFields } from '../refusal.ts';
import type { TokenMaker } from '../secret.ts';
import { limitInviteMails, type MailLimits } from './limit-invite-mails.ts';
import { hasBegun } from './waiting-invite.ts';

export type InviteByEmailDependencies = MailLimits & { db: Db; clock: Clock; makeToken: TokenMaker };
type Request = {
  familyId: string;
  inviter: { id: string; email: string };
  children: readonly { email: string }[];
  email: string;
};

/**
 * Adds an e-mail for a co-parent without one, and invites them in the same transaction. Once: a known address is never
 * replaced here, so that a leaked key or session cannot redirect an invite. Nor is the address of somebody who began
 * with a printed code: the link would show the inviter their contact and let them set the password.
 */
export async function inviteByEmail(
  { db, clock, makeToken, rateLimiter }: InviteByEmailDependencies,
  { familyId, inviter, children, email }: Request,
): Promise<
  { invited: true } | Refusal<'CONFLICT' | 'INVITE_IN_USE' | 'NOT_FOUND' | 'TOO_MANY_REQUESTS' | 'VALIDATION'>
> {
  if (sameEmail(email, inviter.email)) return refuseFields({ field: 'email', code: 'co_parent_email_same' });
  if (children.some((child) => sameEmail(child.email, email)))
    return refuseFields({ field: 'email', code: 'child_email_matches_parent' });
  const limited = await limitInviteMails({ rateLimiter }, { emails: [email], sender: inviter.id });
  if (limited) return limited;
  const at = clock.now();
  return db.transaction().execute(async (trx) => {
    const coParent = await lockCoParent(trx, { familyId, inviterUserId: inviter.id });
    if (!coParent) return refuse('NOT_FOUND');
    // Compared with what the inviter entered: comparing with the co-parent's current address would confirm guesses.
    const known = asInvited(coParent).email;
    if (known !== '') return sameEmail(known, email) ? { invited: true as const } : refuse('CONFLICT');
    if (hasBegun(coParent)) return refuse('INVITE_IN_USE');
    await trx
      .updateTable('users')
      .set({ email, emailNormalised: normaliseEmail(email), updatedAt: at })
      .where('id', '=', coParent.id)
      .execute();
    const inviteId = await issueInvite(trx, {
      familyId,
      userId: coParent.id,
      inviterUserId: inviter.id,
      at,
      makeToken,
    });
    await enqueue(trx, { name: 'send-invite', payload: { inviteId }, key: `invite:${inviteId}` });
    return { invited: true as const };
  });
}

/** Two submissions at once wait for each other here; the second finds the address of the first. */
export function lockCoParent(trx: Trx, { familyId, inviterUserId }: { familyId: string; inviterUserId: string }) {
  return trx
    .selectFrom('users')
    .select(userColumns)
    .where('familyId', '=', familyId)
    .where('id', '!=', inviterUserId)
    .where('role', '=', 'PARENT_B')
    .where('status', 'in', ['INVITED', 'CREDENTIALS_NEEDED'])
    .where('createdByProfessionalId', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}
