import { hasPaidPlan } from '../checkout/paid-term.ts';
import { inviteSecret, isFollowUp, readInvite } from '../identity/invite-repository.ts';
import { asInvited, readUser } from '../identity/user-repository.ts';
import { whoseAccountIs } from '../identity/whose-account.ts';
import { inviteCountry, inviteExpiryDay } from '../invites/inviter-facts.ts';
import { professionalName } from '../professionals/professional-name.ts';
import { readProfessional } from '../professionals/professional-repository.ts';
import { deliverMail } from './deliver-mail.ts';
import type { Job } from './job.ts';
import { links } from './links.ts';

/**
 * Mails an invite to a co-parent, or from a professional to a parent. Not sent if it was replaced, revoked or accepted
 * meanwhile, nor to somebody with an account of their own.
 */
export const sendInvite: Job<'send-invite'> = {
  run: async (dependencies, { inviteId, round }) => {
    const { db, makeToken } = dependencies;
    const requested = await readInvite(db, inviteId);
    if (!requested) return;
    const [invited, inviter] = await Promise.all([
      readUser(db, requested.userId),
      readUser(db, requested.inviterUserId),
    ]);
    // Read after the address: a changed address ends this link, which must not be mailed to the new one.
    const invite = await readInvite(db, inviteId);
    if (!invited || !inviter || (invite?.state !== 'SENT' && invite?.state !== 'OPENED')) return;
    if ((await whoseAccountIs(db, invited.id)) === 'OWN') return;
    const paid = await hasPaidPlan(db, invited.id);
    const inviteUrl = links(dependencies, invited).invite({
      secret: inviteSecret(makeToken, invite.id),
      userId: invited.id,
    });
    const shared = {
      firstName: invited.firstName,
      paid,
      inviteUrl,
      expiresOn: inviteExpiryDay(invite.expiresAt),
    };
    const dedupeKey = round === undefined ? `invite.${invite.id}` : `invite.${invite.id}.${round}`;
    const reader = { ...invited, country: await inviteCountry(db, inviter) };
    const professional = inviter.role === 'PROFESSIONAL' ? await readProfessional(db, inviter.id) : null;
    if (professional) {
      const props = { ...shared, professionalName: professionalName(professional, invited.language) };
      return deliverMail(dependencies, reader, { dedupeKey, template: 'family-invite-by-professional', props });
    }
    const props = { ...shared, inviterFirstName: asInvited(inviter).firstName };
    // After a letter or a mistyped address it is the first mail that its reader gets, so it must explain itself.
    const template = round !== undefined || isFollowUp(invite) ? 'co-parent-invite-resend' : 'co-parent-invite';
    await deliverMail(dependencies, reader, { dedupeKey, template, props });
  },
};
