import type { DbOrTrx } from '../db/pool.ts';
import { verifyPassword } from './password.ts';
import { isAnswer } from './security-repository.ts';

/** Counts a try and returns whether it is allowed: three a day for each user. */
export type MayTryAnswer = (userId: string) => Promise<boolean>;
export type AnswerCheck = 'RIGHT' | 'WRONG' | 'NOT_SET' | 'TOO_MANY_TRIES';
export type SecurityProof = { securityAnswer: string; securityCode: string };

/** The user's chosen question; null if none. Answer and code are never shown. */
export async function securityQuestionOf(db: DbOrTrx, userId: string): Promise<string | null> {
  const user = await db
    .selectFrom('users')
    .select('securityQuestion')
    .where('id', '=', userId)
    .where('securityAnswerHash', 'is not', null)
    .executeTakeFirst();
  return user?.securityQuestion ?? null;
}

/**
 * Whether answer and code are correct (specification 5.4): for staff on the phone, who type what they hear, and as a
 * further proof in recovery. Which of the two is wrong is not revealed.
 */
export async function checkSecurityAnswer(
  { db, mayTry }: { db: DbOrTrx; mayTry: MayTryAnswer },
  { userId, securityAnswer, securityCode }: { userId: string } & SecurityProof,
): Promise<AnswerCheck> {
  const user = await db
    .selectFrom('users')
    .select(['securityAnswerHash', 'securityCodeHash'])
    .where('id', '=', userId)
    .where('status', '!=', 'CLOSED')
    .executeTakeFirst();
  if (!user?.securityAnswerHash || !user.securityCodeHash) return 'NOT_SET';
  if (!(await mayTry(userId))) return 'TOO_MANY_TRIES';
  const [answer, code] = await Promise.all([
    isAnswer(user.securityAnswerHash, securityAnswer),
    verifyPassword(user.securityCodeHash, securityCode),
  ]);
  return answer && code ? 'RIGHT' : 'WRONG';
}
