import { unrestrictedReach } from '#contract/reach-channels.ts';
import { parseReach } from '../identity/reach.ts';
import { resumeLinkSecret } from '../sign-up/save-for-elsewhere.ts';
import { deliverMail } from './deliver-mail.ts';
import type { Job } from './job.ts';
import { links } from './links.ts';

/** Mails the link into an open sign-up. Not sent if it was used, replaced or overtaken by the payment. */
export const sendResumeLink: Job<'send-resume-link'> = {
  run: async (dependencies, { resumptionId }) => {
    const { db, clock, makeToken } = dependencies;
    const found = await db
      .selectFrom('resumptions')
      .innerJoin('registrations', 'registrations.id', 'resumptions.registrationId')
      .select('resumptions.expiresAt')
      .select(['registrations.parent', 'registrations.address', 'registrations.language', 'registrations.reach'])
      .select(['registrations.siteCountry', 'registrations.createdAt'])
      .where('resumptions.id', '=', resumptionId)
      .where('registrations.state', 'in', ['DETAILS', 'FAMILY'])
      .executeTakeFirst();
    if (!found || found.expiresAt <= clock.now()) return;
    const { parent, address, language } = found;
    // Without an account nobody has proved that the address is theirs, so the mail is neutral.
    const reach = { ...(parseReach(found.reach) ?? unrestrictedReach), neutral: true };
    const reader = { id: null, reach, email: parent.email, language, country: address?.country ?? null };
    await deliverMail(dependencies, reader, {
      dedupeKey: `resume.${resumptionId}`,
      template: 'resume-link',
      props: {
        resumeUrl: links(dependencies, found).resume(resumeLinkSecret(makeToken, resumptionId)),
        begunAt: found.createdAt.toISOString(),
        timeZone: parent.timeZone ?? 'UTC',
      },
    });
  },
};
