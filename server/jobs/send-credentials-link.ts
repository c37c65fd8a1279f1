import { endTokens, issueToken, readToken } from '../identity/single-use-token.ts';
import { readUser, type User } from '../identity/user-repository.ts';
import { after, days } from '../clock.ts';
import { enqueue } from '../db/job-queue.ts';
import { deliverMail } from './deliver-mail.ts';
import type { Job, JobDependencies } from './job.ts';
import { links } from './links.ts';

async function deliverLink(
  dependencies: JobDependencies,
  {
    user,
    secret,
    template,
    dedupeKey,
  }: { user: User; secret: string; template: 'finish-credentials' | 'credentials-reminder'; dedupeKey: string },
) {
  await deliverMail(dependencies, user, {
    dedupeKey,
    template,
    props: { firstName: user.firstName, credentialsUrl: links(dependencies, user).credentials(secret) },
  });
}

/** Professionals get another mail: their account is free, and has its own reminders. */
function deliverToProfessional(
  dependencies: JobDependencies,
  { user, secret, tokenId }: { user: User; secret: string; tokenId: string },
): Promise<void> {
  const { credentials, cases } = links(dependencies, user);
  const props = { firstName: user.firstName, casesUrl: cases, credentialsUrl: credentials(secret) };
  return deliverMail(dependencies, user, { dedupeKey: `credentials.${tokenId}`, template: 'pro-confirmation', props });
}

/**
 * Mails a link to a person who has paid and has no username yet, and queues reminders after one and three days. A link
 * that has ended is not sent.
 */
export const sendCredentialsLink: Job<'send-credentials-link'> = {
  run: async (dependencies, { tokenId }) => {
    const { db, clock, makeToken } = dependencies;
    const token = await readToken(db, tokenId);
    const user = token && (await readUser(db, token.userId));
    if (!token || !user || user.username !== null || token.usedAt !== null) return;
    const secret = makeToken('CREDENTIALS', tokenId);
    if (user.role === 'PROFESSIONAL') return deliverToProfessional(dependencies, { user, secret, tokenId });
    await deliverLink(dependencies, {
      user,
      secret,
      template: 'finish-credentials',
      dedupeKey: `credentials.${tokenId}`,
    });
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

/** Reminds them again, with a new link. */
export const sendCredentialsReminder: Job<'send-credentials-reminder'> = {
  run: async (dependencies, { userId, day }) => {
    const { db, clock, makeToken } = dependencies;
    const user = await readUser(db, userId);
    if (!user || user.username !== null || user.role === 'PROFESSIONAL' || user.status === 'CLOSED') return;
    await endTokens(db, { userId, purpose: 'CREDENTIALS', at: clock.now() });
    const { secret } = await issueToken(db, {
      purpose: 'CREDENTIALS',
      userId,
      lifeMs: days(1),
      at: clock.now(),
      makeToken,
    });
    await deliverLink(dependencies, {
      user,
      secret,
      template: 'credentials-reminder',
      dedupeKey: `credentials-reminder-${day}.${userId}`,
    });
  },
};
