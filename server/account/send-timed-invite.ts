import type { Clock } from '../clock.ts';
import { openDeletion } from '../closing/deletion-repository.ts';
import type { Db, Trx } from '../db/pool.ts';
import { readTiming, setTiming } from '../identity/invite-timing-repository.ts';
import { lockUser, readUser, type User } from '../identity/user-repository.ts';
import { whoseAccountIs } from '../identity/whose-account.ts';
import { enqueueTimedInvite, inviteInstant } from '../invites/time-invite.ts';
import { sendNewInvite } from '../invites/waiting-invite.ts';
import type { TokenMaker } from '../secret.ts';
import { hasCurrentSubscription } from '../subscriptions/subscription-repository.ts';

type Dependencies = { db: Db; clock: Clock; makeToken: TokenMaker };

/**
 * Sends a scheduled invite on its day, once; serialised with changes by its inviter. If the inviter is leaving, no
 * longer has a plan, or is one of two who claim the account, it waits until it is confirmed.
 */
export async function sendTimedInvite(dependencies: Dependencies, userId: string): Promise<void> {
  await dependencies.db.transaction().execute(async (trx) => {
    const invited = await lockUser(trx, userId);
    const timing = await readTiming(trx, userId);
    const inviter = timing && (await readUser(trx, timing.inviterUserId));
    if (!invited || !inviter || timing.day === null || (await whoseAccountIs(trx, userId)) === 'OWN') return;
    const at = dependencies.clock.now();
    const leavesAt = inviteInstant(timing.day, inviter.timeZone);
    // The day or the time zone has changed since this job was queued.
    if (at < leavesAt) return enqueueTimedInvite(trx, { userId, leavesAt });
    const inviterUserId = inviter.id;
    if (await mayStillInvite(trx, inviter)) return sendNewInvite(trx, dependencies, { invited, inviterUserId });
    return setTiming(trx, { userId, inviterUserId, when: 'LATER', day: null, at });
  });
}

async function mayStillInvite(trx: Trx, { id, status, frozenAt }: User): Promise<boolean> {
  if (status === 'CLOSED' || frozenAt !== null || (await openDeletion(trx, id)) !== null) return false;
  return hasCurrentSubscription(trx, id);
}
