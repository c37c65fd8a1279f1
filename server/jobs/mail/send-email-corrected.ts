import { latestInvite } from '../../identity/invite-repository.ts';
import { readUser } from '../../identity/user-repository.ts';
import { isStopped } from '../../invites/stop-invites.ts';
import { emailAddressCorrected } from '../../mail-templates/templates/email-address-corrected.ts';
import type { Job } from '../job.ts';
import { deliverMail } from './deliver-mail.ts';
import { sendEach } from './send-each.ts';

/**
 * Tells both addresses that one replaced the other, and then deletes the previous one. The new one is told nothing if
 * the invite was withdrawn: none was ever mailed there.
 */
export const sendEmailCorrected: Job<{ correctionId: string }> = {
  run: async (dependencies, { correctionId }) => {
    const { db } = dependencies;
    const correction = await db
      .selectFrom('emailCorrections')
      .select(['userId', 'previousEmail'])
      .where('id', '=', correctionId)
      .executeTakeFirst();
    const user = correction && (await readUser(db, correction.userId));
    if (!correction || !user) return;
    const isWithdrawn = (await latestInvite(db, user.id))?.state === 'REVOKED';
    const addresses = [
      ...(isWithdrawn ? [] : [{ email: user.email, sentTo: 'new' } as const]),
      ...(correction.previousEmail ? [{ email: correction.previousEmail, sentTo: 'previous' } as const] : []),
    ];
    await sendEach(addresses, async ({ email, sentTo }) => {
      // Somebody who wants no invites wants no news about them either.
      if (await isStopped(dependencies, { email })) return;
      await deliverMail(
        dependencies,
        { ...user, email },
        {
          dedupeKey: `email-corrected-${sentTo}.${correctionId}`,
          template: emailAddressCorrected,
          props: { firstName: user.firstName, sentTo },
        },
      );
    });
    if (!correction.previousEmail) return;
    await db.updateTable('emailCorrections').set({ previousEmail: null }).where('id', '=', correctionId).execute();
  },
};
