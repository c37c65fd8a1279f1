import type { Clock } from '../clock.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Trx } from '../db/pool.ts';
import type { Invite } from '../identity/invite-repository.ts';
import {
  advanceInvite,
  inviteColumns,
  isLive,
  issueInvite,
  latestInvite,
  readInvite,
} from '../identity/invite-repository.ts';
import type { User } from '../identity/user-repository.ts';
import type { TokenMaker } from '../secret.ts';

type Dependencies = { clock: Clock; makeToken: TokenMaker };
type NewInviteParams = { byLetter?: boolean; invited: Pick<User, 'id' | 'familyId'>; inviterUserId: string };

/** Sends an invite; it ends the earlier link and letter, and continues their progress. */
export async function sendNewInvite(trx: Trx, dependencies: Dependencies, params: NewInviteParams): Promise<void> {
  const step = (await latestInvite(trx, params.invited.id))?.lastCompletedStep ?? 0;
  const inviteId = await newInvite(trx, dependencies, params);
  if (step > 0) await advanceInvite(trx, { id: inviteId, step: step as 1 | 2 | 3 });
  await enqueue(trx, { name: 'send-invite', payload: { inviteId }, key: `invite:${inviteId}` });
}

/** Sends an invite, or resends it; `send`: false if many mails have gone to this address: then a valid link is kept. */
export async function sendInviteAgain(
  trx: Trx,
  dependencies: Dependencies,
  { send, ...params }: NewInviteParams & { send: boolean },
): Promise<void> {
  const latest = send ? null : await latestInvite(trx, params.invited.id);
  if (latest && isLive(latest, dependencies.clock.now())) return;
  await sendNewInvite(trx, dependencies, params);
}

/** The current invite, created if there is none: a letter must not end a mailed link. */
export async function liveInvite(trx: Trx, dependencies: Dependencies, params: NewInviteParams): Promise<Invite> {
  const live = await trx
    .selectFrom('invites')
    .select(inviteColumns)
    .where('userId', '=', params.invited.id)
    .where('state', 'in', ['SENT', 'OPENED'])
    .where('expiresAt', '>', dependencies.clock.now())
    .executeTakeFirst();
  if (live) return live;
  const issued = await readInvite(trx, await newInvite(trx, dependencies, { ...params, byLetter: true }));
  if (!issued) throw new Error('Issued invite not found');
  return issued;
}

function newInvite(
  trx: Trx,
  { clock, makeToken }: Dependencies,
  { invited: { id, familyId }, inviterUserId, byLetter = false }: NewInviteParams,
): Promise<string> {
  return issueInvite(trx, {
    familyId: familyId ?? '',
    userId: id,
    inviterUserId,
    byLetter,
    at: clock.now(),
    makeToken,
  });
}

/** Withdraws the invite: its link and its letter stop working. */
export async function endInvites(
  trx: Trx,
  { userId, state }: { userId: string; state: 'REVOKED' | 'SUPERSEDED' },
): Promise<number> {
  const ended = await trx
    .updateTable('invites')
    .set({ state })
    .where('userId', '=', userId)
    .where('state', 'in', ['SENT', 'OPENED'])
    .returning('id')
    .execute();
  return ended.length;
}

/** Resends a valid mailed invite that says a plan is paid which has ended. */
export async function correctInvite(trx: Trx, { userId, at }: { userId: string; at: Date }): Promise<void> {
  const invite = await trx
    .selectFrom('invites')
    .innerJoin('users', 'users.id', 'invites.userId')
    .select('invites.id')
    .where('invites.userId', '=', userId)
    .where('users.status', '=', 'INVITED')
    .where('byLetter', '=', false)
    .where('invites.state', 'in', ['SENT', 'OPENED'])
    .where('expiresAt', '>', at)
    .executeTakeFirst();
  if (!invite) return;
  // Distinct from mails requested by parents, whose sequence counts up from the invite's day.
  const round = Math.floor(at.getTime() / 1000);
  await enqueue(trx, { name: 'send-invite', payload: { inviteId: invite.id, round }, key: `invite:${invite.id}` });
}
