import type { requestCredentials as requestRoute } from '#contract/api/credentials.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { credentialsLifeMs } from '../checkout/credentials-link.ts';
import type { Clock } from '../clock.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Db, Trx } from '../db/pool.ts';
import { latestInvite } from '../identity/invite-repository.ts';
import { formerToken, issueToken } from '../identity/single-use-token.ts';
import { lockUser, type User } from '../identity/user-repository.ts';
import { sendValidLink } from '../invites/request-invite.ts';
import { newId } from '../new-id.ts';
import { type RateLimiter, tooMany } from '../rate-limits/rate-limiter.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { TokenMaker } from '../secret.ts';

export type RequestCredentialsDependencies = { db: Db; clock: Clock; makeToken: TokenMaker; rateLimiter: RateLimiter };

/**
 * Mails the owner of a credentials link what they need to continue: a new link, or their username if they have one. The
 * link only has to have been valid once; the mail is sent to the current address, and the response does not reveal
 * which of the two it was.
 */
export async function requestCredentials(
  { db, clock, makeToken, rateLimiter }: RequestCredentialsDependencies,
  secret: string,
): Promise<AnswerOf<typeof requestRoute> | Refusal<'TOKEN_INVALID' | 'TOO_MANY_REQUESTS'>> {
  const token = await formerToken(db, { purpose: 'CREDENTIALS', secret });
  if (token === null) return refuse('TOKEN_INVALID');
  const { userId } = token;
  // One that ended may be in a mailbox that is no longer the owner's.
  const by = token.usedAt === null ? { owner: userId } : { account: `former links of ${userId}` };
  const sending = await rateLimiter.maySend('password-link', { to: userId, by });
  const limited = tooMany(sending);
  if (limited) return limited;
  if (!sending.send) return { outcome: 'SENT' };
  return db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, userId);
    if (!user || user.status === 'CLOSED' || user.email === '') return refuse('TOKEN_INVALID');
    return (await sendNextLink(trx, { user, makeToken, at: clock.now() })) ?? { outcome: 'SENT' as const };
  });
}

/** A withdrawn invite cannot be renewed. */
async function sendNextLink(
  trx: Trx,
  { user, makeToken, at }: { user: User; makeToken: TokenMaker; at: Date },
): Promise<Refusal<'TOKEN_INVALID'> | null> {
  if (user.username !== null) {
    const payload = { requestId: newId(at), userIds: [user.id], hasAccount: true };
    await enqueue(trx, { name: 'send-usernames', payload });
    return null;
  }
  const latest = user.status === 'INVITED' ? await latestInvite(trx, user.id) : null;
  if (latest?.state === 'REVOKED') return refuse('TOKEN_INVALID');
  if (latest) await sendValidLink(trx, { user, latest, at, makeToken });
  else {
    const issued = { purpose: 'CREDENTIALS', userId: user.id, lifeMs: credentialsLifeMs, at, makeToken } as const;
    const { id } = await issueToken(trx, issued);
    await enqueue(trx, { name: 'send-credentials-link', payload: { tokenId: id } });
  }
  return null;
}
