import type { DbOrTrx } from '../db/pool.ts';
import { uncontested } from './ownership/decide-claim.ts';
import { readHistory } from './ownership/history.ts';
import { verifyPassword } from './password.ts';
import { type HashedSecurity, isAnswer } from './security-repository.ts';

/** Counts a try and returns whether it is allowed: three a day for each user. */
export type MayTryAnswer = (userId: string) => Promise<boolean>;
export type AnswerCheck = 'RIGHT' | 'WRONG' | 'NOT_SET' | 'TOO_MANY_TRIES';
export type SecurityProof = { securityAnswer: string; securityCode: string };
type ReadSecurity = (db: DbOrTrx, userId: string) => Promise<HashedSecurity | null>;

const chosen = (stored: { [Column in keyof HashedSecurity]?: string | null } | undefined): HashedSecurity | null => {
  const { securityQuestion, securityAnswerHash, securityCodeHash } = stored ?? {};
  return securityAnswerHash && securityCodeHash
    ? { securityQuestion: securityQuestion ?? '', securityAnswerHash, securityCodeHash }
    : null;
};

const currentSecurity: ReadSecurity = async (db, userId) =>
  chosen(
    await db
      .selectFrom('users')
      .select(['securityQuestion', 'securityAnswerHash', 'securityCodeHash'])
      .where('id', '=', userId)
      .where('status', '!=', 'CLOSED')
      .executeTakeFirst(),
  );

/** As it was before any change that can be contested: a question that an intruder has set proves nothing to staff. */
export const uncontestedSecurity =
  (at: Date): ReadSecurity =>
  async (db, userId) => {
    const part = uncontested(await readHistory(db, { userId, at }), 'QUESTION') as Record<string, string | null>;
    return chosen({
      securityQuestion: part['security_question'] ?? null,
      securityAnswerHash: part['security_answer_hash'] ?? null,
      securityCodeHash: part['security_code_hash'] ?? null,
    });
  };

/** The user's chosen question; null if none. Answer and code are never shown. */
export async function securityQuestionOf(db: DbOrTrx, userId: string): Promise<string | null> {
  return (await currentSecurity(db, userId))?.securityQuestion ?? null;
}

/**
 * Whether answer and code are correct (specification 5.4): for staff on the phone, who type what they hear, and as a
 * further proof in recovery. Which of the two is wrong is not revealed.
 */
export async function checkSecurityAnswer(
  { db, mayTry, read = currentSecurity }: { db: DbOrTrx; mayTry: MayTryAnswer; read?: ReadSecurity },
  { userId, securityAnswer, securityCode }: { userId: string } & SecurityProof,
): Promise<AnswerCheck> {
  const stored = await read(db, userId);
  if (!stored) return 'NOT_SET';
  if (!(await mayTry(userId))) return 'TOO_MANY_TRIES';
  const [answer, code] = await Promise.all([
    isAnswer(stored.securityAnswerHash, securityAnswer),
    verifyPassword(stored.securityCodeHash, securityCode),
  ]);
  return answer && code ? 'RIGHT' : 'WRONG';
}
