import { sameEmail } from '#contract/fields/typed-text.ts';
import type { Clock } from '../clock.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Db, Trx } from '../db/pool.ts';
import { issueInvite } from '../identity/invite-repository.ts';
import { asInvited, isClosed, type User, userColumns } from '../identity/user-repository.ts';
import { changeKeptAddress, whoseAccountIs } from '../identity/whose-account.ts';
import { isRefusal, type Refusal, refuse, refuseFields } from '../refusal.ts';
import type { TokenMaker } from '../secret.ts';
import { limitInviteMails, type MailLimits } from './limit-invite-mails.ts';

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
  // Checked before the mail is counted: one that may not be sent counts against no recipient.
  const place = { familyId, inviterUserId: inviter.id };
  const judged = await db.transaction().execute((trx) => lockInvited(trx, place));
  if (isRefusal(judged)) return judged;
  const mail = { emails: [email], by: { account: inviter.id }, message: 'invite-by-parent' } as const;
  const limited = await limitInviteMails({ rateLimiter }, mail);
  if (limited) return limited;
  const at = clock.now();
  return db.transaction().execute(async (trx) => {
    const waiting = await lockInvited(trx, place);
    if (isRefusal(waiting)) return waiting;
    const { invited: coParent, begun } = waiting;
    // Compared with what the inviter entered: comparing with the co-parent's current address would confirm guesses.
    const known = asInvited(coParent).email;
    if (known !== '') return sameEmail(known, email) ? { invited: true as const } : refuse('CONFLICT');
    if (begun) return refuse('INVITE_IN_USE');
    await changeKeptAddress(trx, { userId: coParent.id, email, at });
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

/**
 * The co-parent whom a parent invites, and whether they have begun. Concurrent submissions wait for each other here;
 * the second finds the address of the first. Nobody can invite somebody who has an account of their own.
 */
export async function lockInvited(
  trx: Trx,
  { familyId, inviterUserId }: { familyId: string; inviterUserId: string },
): Promise<{ invited: User; begun: boolean } | Refusal<'CONFLICT' | 'NOT_FOUND'>> {
  if (await isClosed(trx, inviterUserId)) return refuse('NOT_FOUND');
  const invited = await trx
    .selectFrom('users')
    .select(userColumns)
    .where('familyId', '=', familyId)
    .where('id', '!=', inviterUserId)
    .where('createdByProfessionalId', 'is', null)
    .orderBy('id')
    .forUpdate()
    .executeTakeFirst();
  if (!invited) return refuse('NOT_FOUND');
  const whose = await whoseAccountIs(trx, invited.id);
  return whose === 'OWN' ? refuse('CONFLICT') : { invited, begun: whose === 'BEGUN' };
}
