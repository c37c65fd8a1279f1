import type { ProfessionalCase } from '#contract/api/professionals/professional-cases.ts';
import { sameEmail } from '#contract/fields/typed-text.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Trx } from '../db/pool.ts';
import { notMailedAmong } from '../identity/invite-repository.ts';
import { liftBounces } from '../identity/returned-mail.ts';
import { asInvited, type User, userColumns } from '../identity/user-repository.ts';
import { changeKeptAddress } from '../identity/whose-account.ts';
import { limitInviteMails } from '../invites/limit-invite-mails.ts';
import { endInvites, sendNewInvite } from '../invites/waiting-invite.ts';
import { newId } from '../new-id.ts';
import { isRefusal, type Refusal, refuse, refuseFields } from '../refusal.ts';
import { type InviteDependencies, judgeWaiting, type ParentOfCase, withWaitingParent } from './invite-parent.ts';

/**
 * Corrects an address before its owner has started: afterwards a new link could reveal their input to a stranger. The
 * link sent to the wrong address becomes invalid; if an invite was mailed, both addresses are notified without naming
 * the other; an invited parent is invited at the correct one. Nobody is mailed who was not invited, or whose
 * invite was withdrawn.
 */
export async function correctEmail(
  dependencies: InviteDependencies,
  { email, ...request }: ParentOfCase & { email: string },
): Promise<
  ProfessionalCase | Refusal<'TOO_MANY_REQUESTS' | 'CONFLICT' | 'INVITE_IN_USE' | 'NOT_FOUND' | 'VALIDATION'>
> {
  const waiting = await judgeWaiting(dependencies.db, request);
  if (isRefusal(waiting)) return waiting;
  const emails = waiting.begun ? [] : [email, waiting.parent.email];
  const limited = await limitInviteMails(dependencies, { emails, by: { account: request.professionalId } });
  if (limited) return limited;
  return withWaitingParent(dependencies, request, async (trx, { parent, begun }) => {
    const isSame = sameEmail(asInvited(parent).email, email);
    if (begun) return isSame ? null : refuse('INVITE_IN_USE');
    const wasReturned = await liftBounces({ ...dependencies, db: trx }, { userId: parent.id, email });
    const isRetried = wasReturned || (await notMailedAmong(trx, [parent.id])).length > 0;
    if (isSame && !isRetried) return null;
    const others = await trx
      .selectFrom('users')
      .select(userColumns)
      .where('familyId', '=', request.familyId)
      .where('id', '!=', parent.id)
      .execute();
    if (others.some((other) => sameEmail(asInvited(other).email, email)))
      return refuseFields({ field: 'email', code: 'co_parent_email_same' });
    if (!isSame) await changeAddress(trx, dependencies, { parent, email, by: request.professionalId });
    const ended = await endInvites(trx, { userId: parent.id, state: 'SUPERSEDED' });
    if (ended > 0) await sendNewInvite(trx, dependencies, { invited: parent, inviterUserId: request.professionalId });
    return null;
  });
}

type EmailChange = { parent: User; email: string; by: string };

/** Both addresses are notified, without naming the other; neither if no invite was mailed before. */
async function changeAddress(
  trx: Trx,
  { clock, makeToken }: InviteDependencies,
  { parent, email, by }: EmailChange,
): Promise<void> {
  const at = clock.now();
  await liftBounces({ db: trx, makeToken }, { userId: parent.id, email: parent.email });
  await changeKeptAddress(trx, { userId: parent.id, email, at });
  const id = newId(at);
  const isToldOfIt = await wasMailedInvite(trx, parent.id);
  await trx
    .insertInto('emailCorrections')
    .values({
      id,
      userId: parent.id,
      correctedBy: by,
      previousEmail: isToldOfIt ? parent.email : null,
      correctedAt: at,
    })
    .execute();
  if (!isToldOfIt) return;
  await enqueue(trx, { name: 'send-email-corrected', payload: { correctionId: id }, key: `email-corrected:${id}` });
}

/** Whether an invite was ever mailed to one of their addresses. A letter is not a mail. */
async function wasMailedInvite(trx: Trx, userId: string): Promise<boolean> {
  const mailed = await trx
    .selectFrom('invites')
    .select('id')
    .where('userId', '=', userId)
    .where('byLetter', '=', false)
    .limit(1)
    .executeTakeFirst();
  return mailed !== undefined;
}
