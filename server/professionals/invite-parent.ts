import type { ProfessionalCase } from '#contract/api/professionals/professional-cases.ts';
import type { ProblemCode } from '#contract/error-codes.ts';
import type { Db, Trx } from '../db/pool.ts';
import { countInviteMails, type MailLimits } from '../invites/limit-invite-mails.ts';
import { endInvites, sendInviteAgain } from '../invites/waiting-invite.ts';
import { isRefusal, type Refusal, refuse, refuseFields } from '../refusal.ts';
import type { TokenMaker } from '../secret.ts';
import { lockWaitingParent, type WaitingParent } from './case-repository.ts';
import { type CaseDependencies, type ProfessionalParams, viewCase } from './view-cases.ts';

export type InviteDependencies = CaseDependencies & MailLimits & { makeToken: TokenMaker };
export type ParentOfCase = ProfessionalParams & { familyId: string; userId: string };

/** Performs an action on a parent who has no account of their own, under lock; returns the family's new state. */
export async function withWaitingParent<Code extends ProblemCode = never>(
  dependencies: CaseDependencies,
  request: ParentOfCase,
  act: (trx: Trx, waiting: WaitingParent) => Promise<Refusal<Code> | null>,
): Promise<ProfessionalCase | Refusal<Code | 'NOT_FOUND' | 'CONFLICT'>> {
  return dependencies.db.transaction().execute(async (trx) => {
    const waiting = await lockWaitingParent(trx, request);
    if (isRefusal(waiting)) return waiting;
    return (await act(trx, waiting)) ?? viewCase(dependencies, { ...request, db: trx });
  });
}

/** Checked before a mail is counted: one that may not be sent counts against no recipient. */
export const judgeWaiting = (
  db: Db,
  request: ParentOfCase,
): Promise<WaitingParent | Refusal<'CONFLICT' | 'NOT_FOUND'>> =>
  db.transaction().execute((trx) => lockWaitingParent(trx, request));

/**
 * Sends or resends the invite: the new one ends the earlier link and letter. `keepsValid`: not if the parent has a
 * valid one.
 */
export async function inviteParent(
  dependencies: InviteDependencies,
  { keepsValid = false, ...request }: ParentOfCase & { keepsValid?: boolean },
): Promise<ProfessionalCase | Refusal<'TOO_MANY_REQUESTS' | 'CONFLICT' | 'NOT_FOUND' | 'VALIDATION'>> {
  const waiting = await judgeWaiting(dependencies.db, request);
  if (isRefusal(waiting)) return waiting;
  const counted = await countInviteMails(dependencies, {
    emails: [waiting.parent.email],
    by: { account: request.professionalId },
  });
  if ('refused' in counted) return counted;
  return withWaitingParent(dependencies, request, async (trx, { parent }) => {
    if (parent.email === '') return refuseFields({ field: 'email', code: 'email_prompt' });
    const family = await viewCase(dependencies, { ...request, db: trx });
    if ('refused' in family) return family;
    const seen = family.parents.find(({ userId }) => userId === parent.id);
    // The page asks for another address instead.
    if (seen?.returned) return refuse('CONFLICT');
    if (keepsValid && seen?.stage === 'INVITED') return null;
    await sendInviteAgain(trx, dependencies, { invited: parent, inviterUserId: request.professionalId, ...counted });
    return null;
  });
}

/** Withdraws the invite. Opening its link then leads to the page that requests a new one. */
export function revokeInvite(
  dependencies: CaseDependencies,
  request: ParentOfCase,
): Promise<ProfessionalCase | Refusal<'CONFLICT' | 'NOT_FOUND'>> {
  return withWaitingParent(dependencies, request, async (trx, { parent }) => {
    await endInvites(trx, { userId: parent.id, state: 'REVOKED' });
    return null;
  });
}
