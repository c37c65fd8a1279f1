import { readUser } from '../identity/user-repository.ts';
import { isInviteStopped } from '../invites/stop-invites.ts';
import { deliverMail } from './deliver-mail.ts';
import type { Job } from './job.ts';

/** Tells both addresses that one replaced the other, and then deletes the previous one. */
export const sendEmailCorrected: Job<'send-email-corrected'> = {
  run: async (dependencies, { correctionId }) => {
    const { db } = dependencies;
    const correction = await db
      .selectFrom('emailCorrections')
      .select(['userId', 'previousEmail'])
      .where('id', '=', correctionId)
      .executeTakeFirst();
    const user = correction && (await readUser(db, correction.userId));
    if (!correction || !user) return;
    const enqueueNotice = async (email: string, sentTo: 'new' | 'previous') => {
      // Whoever wants no invites wants no news of them.
      if (await isInviteStopped(dependencies, email)) return;
      await deliverMail(
        dependencies,
        { ...user, email },
        {
          dedupeKey: `email-corrected-${sentTo}.${correctionId}`,
          template: 'email-address-corrected',
          props: { firstName: user.firstName, sentTo },
        },
      );
    };
    await enqueueNotice(user.email, 'new');
    if (!correction.previousEmail) return;
    await enqueueNotice(correction.previousEmail, 'previous');
    await db.updateTable('emailCorrections').set({ previousEmail: null }).where('id', '=', correctionId).execute();
  },
};
