import { sameEmail } from '#contract/fields/typed-text.ts';
import { hasPaidPlan } from '../../checkout/paid-term.ts';
import { after, hours } from '../../clock.ts';
import { inviteSecret, isFollowUp, readInvite } from '../../identity/invite-repository.ts';
import { asInvited, readUser, type User } from '../../identity/user-repository.ts';
import { whoseAccountIs } from '../../identity/whose-account.ts';
import { inviteCountry } from '../../invites/inviter-facts.ts';
import { isStopped, stopToken } from '../../invites/stop-invites.ts';
import { lastDayBefore } from '../../last-day.ts';
import { coParentInvite, coParentInviteResend } from '../../mail-templates/templates/co-parent-invite.ts';
import { familyInviteByProfessional } from '../../mail-templates/templates/family-invite-by-professional.ts';
import { foldedEmail } from '../../pricing/folded-email.ts';
import { professionalName } from '../../professionals/professional-name.ts';
import { readProfessional } from '../../professionals/professional-repository.ts';
import { Postponed } from '../failed-attempt.ts';
import type { Job, JobDependencies } from '../job.ts';
import { deliverMail } from './deliver-mail.ts';
import { links } from './links.ts';

/**
 * Mails an invite to a co-parent, or from a professional to a parent. Not sent if it was replaced, revoked or accepted
 * meanwhile, nor to somebody with an account of their own.
 */
export const sendInvite: Job<{
  inviteId: string;
  /** Set if the link is mailed again; each round is a separate mail. */
  round?: number;
  /** By the invited parent. */
  isRequested?: true;
}> = {
  run: async (dependencies, { inviteId, round, isRequested = false }) => {
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
    const dedupeKey = round === undefined ? `invite.${invite.id}` : `invite.${invite.id}.${round}`;
    if (!isRequested && !(await mayInvite(dependencies, { inviteId, invited, inviter, dedupeKey }))) return;
    const paid = await hasPaidPlan(db, invited.id);
    const to = links(dependencies, invited);
    const { email } = invited;
    const shared = {
      firstName: nameForMail(invited),
      paid,
      inviteUrl: to.invite({ secret: inviteSecret(makeToken, invite.id), userId: invited.id }),
      stopUrl: to.stopInvites(stopToken(makeToken, { link: 'LINK', email })),
      expiresOn: lastDayBefore(invite.expiresAt),
    };
    const oneClickUnsubscribe = to.stopInvitesInOneClick(stopToken(makeToken, { link: 'ONE_CLICK', email }));
    const message = { dedupeKey, isRequested, oneClickUnsubscribe };
    const reader = { ...invited, country: await inviteCountry(db, inviter) };
    const professional = inviter.role === 'PROFESSIONAL' ? await readProfessional(db, inviter.id) : null;
    if (professional) {
      const props = { ...shared, professionalName: professionalName(professional, invited.language) };
      return deliverMail(dependencies, reader, { ...message, template: familyInviteByProfessional, props });
    }
    const props = { ...shared, inviterFirstName: asInvited(inviter).firstName };
    // After a letter or a mistyped address it is the first mail that its reader gets, so it must explain itself.
    const template = round !== undefined || isFollowUp(invite) ? coParentInviteResend : coParentInvite;
    await deliverMail(dependencies, reader, { ...message, template, props });
  },
};

/** Others may read the mailbox that the inviter named: it is told no name that the invited person has typed. */
function nameForMail(invited: User): string {
  const known = asInvited(invited);
  return sameEmail(known.email, invited.email) ? known.firstName : invited.firstName;
}

type Invitation = { inviteId: string; invited: User; inviter: User; dedupeKey: string };

/**
 * Whether an unrequested invite may be mailed. Throws Postponed if many have been sent to this mailbox or between these
 * two people. The inviter sees only that the address accepted no mail, as after a bounce, and only once they invite:
 * somebody who is watched must not be questioned about it.
 */
async function mayInvite(
  dependencies: JobDependencies,
  { inviteId, invited, inviter, dedupeKey }: Invitation,
): Promise<boolean> {
  const { db, clock, log, rateLimiter } = dependencies;
  if (await isStopped(dependencies, { email: invited.email })) {
    log.info({ inviteId }, 'not sent: the recipient declined invites');
    if (sameEmail(asInvited(invited).email, invited.email))
      await db.updateTable('invites').set({ notMailedAt: clock.now() }).where('id', '=', inviteId).execute();
    return false;
  }
  const by = { account: foldedEmail(inviter.email) };
  const { send } = await rateLimiter.maySend('invite-mail', { to: foldedEmail(invited.email), by, once: dedupeKey });
  if (!send) throw new Postponed(after(clock.now(), hours(6)));
  return true;
}
