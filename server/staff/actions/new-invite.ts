import { latestInvite } from '../../identity/invite-repository.ts';
import { readTiming } from '../../identity/invite-timing-repository.ts';
import { lockUser } from '../../identity/user-repository.ts';
import { limitInviteMails } from '../../invites/limit-invite-mails.ts';
import { sendNewLink } from '../../invites/request-invite.ts';
import { refuse } from '../../refusal.ts';
import { personAction } from '../action.ts';

/** Not if the inviter has withdrawn the invite, nor while it is scheduled for later. */
export const newInvite = personAction({
  offer: async (db, { user }) => {
    if (user.status !== 'INVITED' || user.email === '') return [];
    const latest = await latestInvite(db, user.id);
    if (!latest || latest.state === 'REVOKED' || (await readTiming(db, user.id)) !== null) return [];
    return [
      {
        subject: latest.id,
        sentences: [
          'A new invite is emailed to their current address. It works for 30 days and continues where they were.',
          'The earlier link and letter stop working. Whoever invited them is told nothing.',
        ],
      },
    ];
  },
  limit: ({ dependencies, user, staff }) =>
    limitInviteMails(dependencies, { emails: [user.email], by: { owner: staff.subject } }),
  effect: async (trx, { user, subject, at, dependencies: { makeToken } }) => {
    await lockUser(trx, user.id);
    const latest = await latestInvite(trx, user.id);
    if (latest?.id !== subject) return refuse('CONFLICT');
    await sendNewLink(trx, { user, latest, at, makeToken });
    return undefined;
  },
});
