import { normaliseEmail } from '#contract/fields/typed-text.ts';
import { isRoundIssued, queueNextLink } from '../../checkout/credentials-link.ts';
import { after, days } from '../../clock.ts';
import { enqueue } from '../../db/job-queue.ts';
import type { DbOrTrx } from '../../db/pool.ts';
import { lockUser, type User } from '../../identity/user-repository.ts';
import type { Job } from '../job.ts';

/** When the mail is repeated, with a new link, if the first is unused: after one and after three days. */
const nextRound = { 0: { round: 1, inDays: 1 }, 1: { round: 2, inDays: 2 }, 2: null } as const;

/** A professional who has registered again, or has another account, is not reminded of the abandoned one. */
async function hasLaterAccount(db: DbOrTrx, { id, email }: User): Promise<boolean> {
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

/**
 * Confirms a professional's new account: queues the mail with the link to set username and password, and where to go
 * then; once per round, however often it runs.
 */
export const sendProConfirmation: Job<{ userId: string; round: 0 | 1 | 2 }> = {
  run: async ({ db, clock, makeToken }, { userId, round }) => {
    const at = clock.now();
    await db.transaction().execute(async (trx) => {
      const user = await lockUser(trx, userId);
      if (!user || user.username !== null || user.status === 'CLOSED') return;
      if (round > 0 && (await hasLaterAccount(trx, user))) return;
      if (await isRoundIssued(trx, { userId, round, at })) return;
      await queueNextLink(trx, { userId, round, makeToken, at });
      const next = nextRound[round];
      if (!next) return;
      const payload = { userId, round: next.round };
      await enqueue(trx, {
        name: 'send-pro-confirmation',
        payload,
        runAt: after(at, days(next.inDays)),
        key: `pro-confirmation:${userId}:${next.round}`,
      });
    });
  },
};
