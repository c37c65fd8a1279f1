import { normaliseEmail } from '#contract/typed-text.ts';
import { issueToken } from '../identity/single-use-token.ts';
import { readUser, type User } from '../identity/user-repository.ts';
import type { Db } from '../db/pool.ts';
import { after, days } from '../clock.ts';
import { enqueue } from '../db/job-queue.ts';
import { deliverMail } from './deliver-mail.ts';
import type { Job } from './job.ts';
import { links } from './links.ts';

/** When the mail is repeated, with a new link, if the first is unused: after one and after three days. */
const nextRound = { 0: { round: 1, inDays: 1 }, 1: { round: 2, inDays: 2 }, 2: null } as const;

/** A professional who has registered again, or has another account, is not reminded of the abandoned one. */
async function hasLaterAccount(db: Db, { id, email }: User): Promise<boolean> {
  const other = await db
    .selectFrom('users')
    .select('id')
    .where('emailNormalised', '=', normaliseEmail(email))
    .where('role', '=', 'PROFESSIONAL')
    .where('id', '!=', id)
    .where('status', '!=', 'CLOSED')
    .where((where) => where.or([where('username', 'is not', null), where('id', '>', id)]))
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Confirms a professional's new account: the link to set username and password, once, and where to go then. */
export const sendProConfirmation: Job<'send-pro-confirmation'> = {
  run: async (dependencies, { userId, round }) => {
    const { db, clock, makeToken } = dependencies;
    const user = await readUser(db, userId);
    if (!user || user.username !== null || user.status === 'CLOSED') return;
    if (round > 0 && (await hasLaterAccount(db, user))) return;
    const { secret } = await issueToken(db, {
      purpose: 'CREDENTIALS',
      userId,
      lifeMs: days(1),
      at: clock.now(),
      makeToken,
    });
    const { credentials, cases } = links(dependencies, user);
    await deliverMail(dependencies, user, {
      dedupeKey: `pro-confirmation-${round}.${userId}`,
      template: 'pro-confirmation',
      props: { firstName: user.firstName, casesUrl: cases, credentialsUrl: credentials(secret) },
    });
    const next = nextRound[round];
    if (!next) return;
    const payload = { userId, round: next.round };
    await enqueue(db, {
      name: 'send-pro-confirmation',
      payload,
      runAt: after(clock.now(), days(next.inDays)),
      key: `pro-confirmation:${userId}:${next.round}`,
    });
  },
};
