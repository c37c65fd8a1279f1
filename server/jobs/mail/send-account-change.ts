import { activitiesLike, readActivity } from '../../identity/activity.ts';
import { deviceNames } from '../../identity/device.ts';
import { readUser } from '../../identity/user-repository.ts';
import { accountChange } from '../../mail-templates/templates/account-change.ts';
import type { Job } from '../job.ts';
import { deliverMail } from './deliver-mail.ts';
import { links } from './links.ts';

/**
 * Changing one thing back and forth must not flood a mailbox, which need not be its owner's; the list contains
 * everything.
 */
const mostOfAKind = 3;

/** Tells the owner that something in their account was changed. */
export const sendAccountChange: Job<{ activityId: string }> = {
  run: async (dependencies, { activityId }) => {
    const activity = await readActivity(dependencies.db, activityId);
    const reader = activity && (await readUser(dependencies.db, activity.userId));
    if (!activity || !reader) return;
    if ((await activitiesLike(dependencies.db, activity)) >= mostOfAKind) return;
    const { activity: activityUrl, forgotPassword: recoverUrl, myAccount: myAccountUrl } = links(dependencies, reader);
    await deliverMail(dependencies, reader, {
      dedupeKey: `account-change.${activityId}`,
      template: accountChange,
      props: {
        firstName: reader.firstName,
        kind: activity.kind,
        at: activity.at.toISOString(),
        timeZone: reader.timeZone ?? 'UTC',
        ...deviceNames(activity.device),
        activityUrl,
        recoverUrl,
        myAccountUrl,
      },
    });
  },
};
