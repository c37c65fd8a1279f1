import type { ProblemCode } from '#contract/error-codes.ts';
import type { ProfessionalCase } from '#contract/api/professional-cases.ts';
import { advanceInvite, issueInvite, latestInvite, readInvite, inviteColumns } from '../identity/invite-repository.ts';
import { hasJoined, type User } from '../identity/user-repository.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Trx } from '../db/pool.ts';
import { type Refusal, refuse, refuseFields } from '../refusal.ts';
import type { TokenMaker } from '../secret.ts';
import { limitInviteMails, type MailLimits } from '../invites/limit-invite-mails.ts';
import { emailOf, lockParent } from './case-repository.ts';
import { type ProfessionalParams, type CaseDependencies, viewCase } from './view-cases.ts';

export type InviteDependencies = CaseDependencies & MailLimits & { makeToken: TokenMaker };
export type ParentOfCase = ProfessionalParams & { familyId: string; userId: string };

/** Does something with a parent who has not joined yet, under lock, and answers with the family as it is then. */
export async function withWaitingParent<Code extends ProblemCode = never>(
  dependencies: CaseDependencies,
  request: ParentOfCase,
  act: (trx: Trx, parent: User) => Promise<Refusal<Code> | null>,
): Promise<ProfessionalCase | Refusal<Code | 'NOT_FOUND' | 'CONFLICT'>> {
  return dependencies.db.transaction().execute(async (trx) => {
    const parent = await lockParent(trx, request);
    if (!parent) return refuse('NOT_FOUND');
    if (hasJoined(parent.status)) return refuse('CONFLICT');
    return (await act(trx, parent)) ?? viewCase(dependencies, { ...request, db: trx });
  });
}

/** Sends the invite, or sends it again: the earlier link and letter end with the new one. */
export async function inviteParent(
  dependencies: InviteDependencies,
  request: ParentOfCase,
): Promise<ProfessionalCase | Refusal<'TOO_MANY_REQUESTS' | 'CONFLICT' | 'NOT_FOUND' | 'VALIDATION'>> {
  const limited = await limitInviteMails(dependencies, {
    emails: [await emailOf(dependencies.db, request)],
    sender: request.professionalId,
  });
  if (limited) return limited;
  return withWaitingParent(dependencies, request, async (trx, parent) => {
    if (parent.email === '') return refuseFields({ field: 'email', code: 'required' });
    await sendNewInvite(trx, dependencies, { parent, professionalId: request.professionalId });
    return null;
  });
}

/** Where the parent has begun, the new invite goes on where the earlier one stopped. */
export async function sendNewInvite(
  trx: Trx,
  { clock, makeToken }: InviteDependencies,
  { parent, professionalId }: { parent: User; professionalId: string },
): Promise<void> {
  const step = (await latestInvite(trx, parent.id))?.lastCompletedStep ?? 0;
  const inviteId = await issueInvite(trx, {
    familyId: parent.familyId ?? '',
    userId: parent.id,
    inviterUserId: professionalId,
    at: clock.now(),
    makeToken,
  });
  if (step > 0) await advanceInvite(trx, { id: inviteId, step: step as 1 | 2 | 3 });
  await enqueue(trx, { name: 'send-invite', payload: { inviteId }, key: `invite:${inviteId}` });
}

/** Takes the invite back. Whoever opens its link afterwards gets the page with the way to a new one. */
export function revokeInvite(
  dependencies: CaseDependencies,
  request: ParentOfCase,
): Promise<ProfessionalCase | Refusal<'CONFLICT' | 'NOT_FOUND'>> {
  return withWaitingParent(dependencies, request, async (trx, parent) => {
    await trx
      .updateTable('invites')
      .set({ state: 'REVOKED' })
      .where('userId', '=', parent.id)
      .where('state', 'in', ['SENT', 'OPENED'])
      .execute();
    return null;
  });
}

/** The id of the invite that works now, made when there is none: a letter must not end a mailed link. */
export async function liveInvite(
  trx: Trx,
  { clock, makeToken }: InviteDependencies,
  { parent, professionalId }: { parent: User; professionalId: string },
) {
  const at = clock.now();
  const live = await trx
    .selectFrom('invites')
    .select(inviteColumns)
    .where('userId', '=', parent.id)
    .where('state', 'in', ['SENT', 'OPENED'])
    .where('expiresAt', '>', at)
    .executeTakeFirst();
  if (live) return live;
  const inviteId = await issueInvite(trx, {
    familyId: parent.familyId ?? '',
    userId: parent.id,
    inviterUserId: professionalId,
    at,
    makeToken,
  });
  const issued = await readInvite(trx, inviteId);
  if (!issued) throw new Error('An invite was issued and is not there');
  return issued;
}
