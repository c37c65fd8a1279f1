import { after, minutes } from '../clock.ts';
import { enqueue, isEnqueued } from '../db/job-queue.ts';
import type { Trx } from '../db/pool.ts';
import { sendAccessLink } from '../identity/answer-recovery.ts';
import {
  advanceInvite,
  findInvite,
  type Invite,
  isLive,
  issueInvite,
  latestInvite,
} from '../identity/invite-repository.ts';
import { lockUser, readUser, type User } from '../identity/user-repository.ts';
import { whoseAccountIs } from '../identity/whose-account.ts';
import { newId } from '../new-id.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { countInviteMails } from './limit-invite-mails.ts';
import type { InviteDependencies } from './open-invite.ts';

type InviteSent = { outcome: 'SENT' };
const sent: InviteSent = { outcome: 'SENT' };

/** A link sent a moment ago is in transit: requesting again must not invalidate it before it is read. */
const pauseMs = minutes(2);

/**
 * Mails a new link to the recipient of an earlier one, and ends the earlier ones. The token only has to have been valid
 * once. The response does not reveal the recipient; a withdrawn invite cannot be renewed. A replaced link ends nothing,
 * because it may be in a mailbox that is no longer the parent's: the valid one is mailed again, to their own.
 */
export async function requestInvite(
  dependencies: InviteDependencies,
  { inviteToken }: { inviteToken: string },
): Promise<InviteSent | Refusal<'INVITE_REQUEST_FAILED' | 'TOO_MANY_REQUESTS'>> {
  const { db, clock, makeToken } = dependencies;
  const counted = await countRequest(dependencies, inviteToken);
  if ('refused' in counted) return counted;
  return db.transaction().execute(async (trx) => {
    const presented = await findInvite(trx, inviteToken);
    const user = presented && (await lockUser(trx, presented.userId));
    const latest = user && (await latestInvite(trx, user.id));
    const takenBack = latest?.state === 'REVOKED' && user?.status === 'INVITED';
    if (!user || !latest || user.status === 'CLOSED' || user.email === '' || takenBack)
      return refuse('INVITE_REQUEST_FAILED');
    if (!counted.send) return sent;
    const at = clock.now();
    const hasPaid = user.status === 'CREDENTIALS_NEEDED';
    if (hasPaid || (await whoseAccountIs(trx, user.id)) === 'OWN') await remindOfAccount(trx, { user, at, makeToken });
    else if (latest.state !== 'ACCEPTED' && at < after(latest.createdAt, pauseMs)) return sent;
    else if (presented.id !== latest.id) await sendValidLink(trx, { user, latest, at, makeToken });
    else await sendNewLink(trx, { user, latest, at, makeToken, isRequested: true });
    return sent;
  });
}

/**
 * The holder of the latest link requests for themself. A superseded link is counted separately: its holder must not use
 * up the parent's requests.
 */
async function countRequest(
  dependencies: InviteDependencies,
  inviteToken: string,
): Promise<Refusal<'TOO_MANY_REQUESTS'> | { send: boolean }> {
  const { db } = dependencies;
  const presented = await findInvite(db, inviteToken);
  const user = presented && (await readUser(db, presented.userId));
  if (!presented || !user) return { send: false };
  const isLatest = presented.id === (await latestInvite(db, user.id))?.id;
  return countInviteMails(dependencies, {
    emails: [user.email],
    ...(isLatest
      ? { by: { owner: user.id } }
      : { by: { account: `former link of ${user.id}` }, message: 'invite-again' }),
  });
}

type Reminder = { user: User; at: Date; makeToken: InviteDependencies['makeToken'] };

/** Somebody with an account needs no invite but their username, or the link that sets one, and the way to log in. */
function remindOfAccount(trx: Trx, { user, at, makeToken }: Reminder): Promise<void> {
  if (user.username === null) return sendAccessLink({ trx, makeToken, at }, user);
  return enqueue(trx, {
    name: 'send-usernames',
    payload: { requestId: newId(at), userIds: [user.id], hasAccount: true },
    key: `joined-already:${user.id}`,
  });
}

/** For the holder of an ended link, or of a link to credentials: it ends nothing, but mails the valid one again. */
export async function sendValidLink(
  trx: Trx,
  { user, latest, at, makeToken }: Reminder & { latest: Invite },
): Promise<void> {
  if (isLive(latest, at)) return resendInvite(trx, { latest, at });
  await sendNewLink(trx, { user, latest, at, makeToken, isRequested: true });
}

/** Resends the valid link, at most once per pause, and not while a mail with it is in transit. */
async function resendInvite(trx: Trx, { latest: { id, createdAt }, at }: { latest: Invite; at: Date }): Promise<void> {
  const key = `invite:${id}`;
  if (await isEnqueued(trx, key)) return;
  const round = Math.floor((at.getTime() - createdAt.getTime()) / pauseMs);
  await enqueue(trx, { name: 'send-invite', payload: { inviteId: id, round, isRequested: true }, key });
}

/**
 * A new link continues where the latest one stopped, which it ends. Returns the new invite's id. `isRequested`: its
 * reader requested it, so that it is sent even if invites are stopped. `shown`: also in the browser.
 */
export async function sendNewLink(
  trx: Trx,
  {
    user,
    latest,
    shown = false,
    at,
    makeToken,
    isRequested,
  }: {
    user: Pick<User, 'id'>;
    latest: Invite;
    at: Date;
    makeToken: InviteDependencies['makeToken'];
    isRequested?: true;
    shown?: boolean;
  },
): Promise<string> {
  const { familyId, inviterUserId, invitedAt, lastCompletedStep } = latest;
  const inviteId = await issueInvite(trx, {
    familyId,
    userId: user.id,
    inviterUserId,
    invitedAt,
    shown,
    at,
    makeToken,
  });
  if (lastCompletedStep > 0) await advanceInvite(trx, { id: inviteId, step: lastCompletedStep as 1 | 2 | 3 });
  const payload = { inviteId, ...(isRequested ? { isRequested } : {}) };
  await enqueue(trx, { name: 'send-invite', payload, key: `invite:${inviteId}` });
  return inviteId;
}
