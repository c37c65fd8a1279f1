import type { Db } from '../db/pool.ts';
import { checkSecurityAnswer } from '../identity/check-security-answer.ts';
import type { RateLimiter } from '../rate-limits/rate-limiter.ts';
import { type Refusal, refuse } from '../refusal.ts';

type Answer = { userId: string; securityAnswer?: string | undefined; securityCode?: string | undefined };

/**
 * Checks the answer to somebody's security question with its code, three times a day; null if they chose none. `limit`:
 * what the tries count as.
 */
export async function answerQuestion(
  { db, rateLimiter }: { db: Db; rateLimiter: RateLimiter },
  { userId, securityAnswer = '', securityCode = '' }: Answer,
  limit: 'security-answer' | 'link-answer',
): Promise<Refusal<'SECURITY_ANSWER_WRONG' | 'SECURITY_TRIES_USED_UP'> | { right: true } | null> {
  const mayTry = async (account: string) => (await rateLimiter.attempt(limit, { account })).retryAfterSeconds === null;
  const result = await checkSecurityAnswer({ db, mayTry }, { userId, securityAnswer, securityCode });
  if (result === 'NOT_SET') return null;
  if (result === 'WRONG') return refuse('SECURITY_ANSWER_WRONG');
  if (result === 'TOO_MANY_TRIES') return refuse('SECURITY_TRIES_USED_UP');
  await rateLimiter.forgive(limit, 'account', userId);
  return { right: true };
}
