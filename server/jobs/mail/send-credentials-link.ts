import { furtherWays } from '../../account/further-proof.ts';
import { isRoundIssued, queueNextLink } from '../../checkout/credentials-link.ts';
import { after, days } from '../../clock.ts';
import { enqueue } from '../../db/job-queue.ts';
import { endMailedTokens, readToken, type SingleUseToken } from '../../identity/single-use-token.ts';
import { lockUser, readUser, type User } from '../../identity/user-repository.ts';
import type { MailTemplate } from '../../mail-templates/mail-document.ts';
import {
  credentialsReminder,
  type FinishCredentialsProps,
  finishCredentials,
} from '../../mail-templates/templates/finish-credentials.ts';
import { proConfirmation } from '../../mail-templates/templates/pro-confirmation.ts';
import type { Job, JobDependencies } from '../job.ts';
import { deliverMail } from './deliver-mail.ts';
import { links } from './links.ts';
import { requireReachable } from './require-reachable.ts';

type Link = { user: User; token: SingleUseToken; secret: string; dedupeKey: string };

async function deliverLink(
  dependencies: JobDependencies,
  { user, token, secret, dedupeKey, template }: Link & { template: MailTemplate<FinishCredentialsProps> },
): Promise<void> {
  const props = {
    firstName: user.firstName,
    credentialsUrl: links(dependencies, user).credentials(secret),
    further: await furtherWays(dependencies, { user, token }),
  };
  return deliverMail(dependencies, user, { dedupeKey, template, props });
}

/** Professionals get another mail: their account is free, and has its own reminders. */
function deliverToProfessional(dependencies: JobDependencies, { user, secret, dedupeKey }: Link): Promise<void> {
  const { credentials, cases } = links(dependencies, user);
  const props = { firstName: user.firstName, casesUrl: cases, credentialsUrl: credentials(secret) };
  return deliverMail(dependencies, user, { dedupeKey, template: proConfirmation, props });
}

/**
 * Mails a link to a person who has paid and has no username yet, and queues reminders after one and three days unless
 * it is one. A link that has ended is not sent.
 */
export const sendCredentialsLink: Job<{ tokenId: string }> = {
  run: async (dependencies, { tokenId }) => {
    const { db, clock, makeToken } = dependencies;
    const issued = await readToken(db, tokenId);
    const user = issued && (await readUser(db, issued.userId));
    // Read after the address: a changed address ends this link, which must not be mailed to the new one.
    const token = await readToken(db, tokenId);
    if (!token || !user || user.username !== null || token.usedAt !== null) return;
    const link = { user, token, secret: makeToken('CREDENTIALS', tokenId), dedupeKey: `credentials.${tokenId}` };
    if (user.role === 'PROFESSIONAL') return deliverToProfessional(dependencies, link);
    if ('round' in token.data) return deliverLink(dependencies, { ...link, template: credentialsReminder });
    await deliverLink(dependencies, { ...link, template: finishCredentials });
    for (const day of [1, 3] as const) {
      const runAt = after(clock.now(), days(day));
      await enqueue(db, {
        name: 'send-credentials-reminder',
        payload: { userId: user.id, day },
        runAt,
        key: `credentials-reminder:${user.id}:${day}`,
      });
    }
  },
};

/** Reminds them again, with a new link that replaces the mailed ones; once, however often it runs. */
export const sendCredentialsReminder: Job<{ userId: string; day: 1 | 3 }> = {
  run: async (dependencies, { userId, day }) => {
    const { db, clock, makeToken } = dependencies;
    const reminder = { reader: { id: userId }, messageKey: `credentials-reminder-${day}.${userId}` };
    // Before anything ends: a mail that must wait throws here, and one that may not be sent replaces no link.
    const reachable = await requireReachable(dependencies, { ...reminder, channel: 'mail', isAwaited: false });
    if (!reachable) return;
    const at = clock.now();
    await db.transaction().execute(async (trx) => {
      const user = await lockUser(trx, userId);
      if (!user || user.username !== null || user.role === 'PROFESSIONAL' || user.status === 'CLOSED') return;
      if (await isRoundIssued(trx, { userId, round: day, at })) return;
      await endMailedTokens(trx, { userId, at });
      await queueNextLink(trx, { userId, round: day, makeToken, at });
    });
  },
};
