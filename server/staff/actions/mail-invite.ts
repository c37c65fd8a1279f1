import { enqueue } from '../../db/job-queue.ts';
import type { DbOrTrx } from '../../db/pool.ts';
import { isLive } from '../../identity/invite-repository.ts';
import { readTiming } from '../../identity/invite-timing-repository.ts';
import type { User } from '../../identity/user-repository.ts';
import { whoseAccountIs } from '../../identity/whose-account.ts';
import { limitInviteMails } from '../../invites/limit-invite-mails.ts';
import { personAction } from '../action.ts';

/** An invite that was mailed, is still valid, and is not scheduled for later. */
async function mailedInvite(db: DbOrTrx, { user, at }: { user: User; at: Date }): Promise<string | null> {
  if (user.email === '' || (await whoseAccountIs(db, user.id)) === 'OWN') return null;
  const invite = await db
    .selectFrom('invites')
    .select(['id', 'state', 'expiresAt', 'byLetter'])
    .where('userId', '=', user.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const timing = await readTiming(db, user.id);
  return invite && timing === null && !invite.byLetter && isLive(invite, at) ? invite.id : null;
}

export const mailInvite = personAction({
  offer: async (db, known) => {
    const inviteId = await mailedInvite(db, known);
    if (inviteId === null) return [];
    return [
      {
        subject: inviteId,
        sentences: ['The invite is emailed again, with the current link, to their current address.'],
      },
    ];
  },
  limit: ({ dependencies, user, staff }) =>
    limitInviteMails(dependencies, { emails: [user.email], by: { owner: staff.subject } }),
  effect: async (trx, { subject: inviteId, at }) => {
    // Distinct from mails requested by parents, whose sequence counts up from the invite's day.
    const sequence = Math.floor(at.getTime() / 1000);
    await enqueue(trx, { name: 'send-invite', payload: { inviteId, round: sequence }, key: `invite:${inviteId}` });
  },
});
