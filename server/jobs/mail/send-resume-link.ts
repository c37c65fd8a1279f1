import { unrestrictedReach } from '#contract/account/reach-channels.ts';
import type { Db } from '../../db/pool.ts';
import { resumeLink } from '../../mail-templates/templates/resume-link.ts';
import { resumeLinkSecret } from '../../sign-up/save-for-elsewhere.ts';
import type { Job } from '../job.ts';
import { deliverMail } from './deliver-mail.ts';
import { links } from './links.ts';

/** Mails the links to open sign-ups of one address, without those that were used, replaced or paid meanwhile. */
export const sendResumeLink: Job<{
  resumptionId: string;
  /** Open sign-ups with the same address, listed in the same mail. */
  others?: string[];
}> = {
  run: async (dependencies, { resumptionId, others = [] }) => {
    const { db, clock, makeToken } = dependencies;
    const open = await mailableSignUps(db, { ids: [resumptionId, ...others], at: clock.now() });
    const [first] = open;
    if (!first) return;
    const { parent, address, language } = first;
    // Without an account nobody has proved that the address is theirs, so the mail is neutral.
    const reach = { ...unrestrictedReach, neutral: true };
    const reader = { id: null, reach, email: parent.email, language, country: address?.country ?? null };
    await deliverMail(dependencies, reader, {
      dedupeKey: `resume.${resumptionId}`,
      template: resumeLink,
      props: {
        signUps: open.map((one) => ({
          resumeUrl: links(dependencies, one).resume(resumeLinkSecret(makeToken, one.resumptionId)),
          begunAt: one.createdAt.toISOString(),
          timeZone: one.parent.timeZone ?? 'UTC',
        })),
      },
    });
  },
};

/** The oldest first; without those whose parent wants no mails. */
async function mailableSignUps(db: Db, { ids, at }: { ids: readonly string[]; at: Date }) {
  const rows = await db
    .selectFrom('resumptions')
    .innerJoin('registrations', 'registrations.id', 'resumptions.registrationId')
    .select('resumptions.id as resumptionId')
    .select(['registrations.parent', 'registrations.address', 'registrations.language', 'registrations.reach'])
    .select(['registrations.siteCountry', 'registrations.createdAt'])
    .where('resumptions.id', 'in', ids)
    .where('resumptions.expiresAt', '>', at)
    .where('registrations.state', 'in', ['DETAILS', 'FAMILY'])
    .orderBy('registrations.id')
    .execute();
  return rows.filter(({ reach }) => reach?.mail !== false);
}
