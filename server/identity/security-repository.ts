import { normaliseText } from '#contract/fields/typed-text.ts';
import type { Trx } from '../db/pool.ts';
import { hashPassword, verifyPassword } from './password.ts';

export type Security = { securityQuestion: string; securityAnswer: string; securityCode: string };
export type HashedSecurity = { securityQuestion: string; securityAnswerHash: string; securityCodeHash: string };

const withoutCase = (answer: string) => answer.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();

/** Answers are compared without case and repeated spaces, which nobody remembers. */
const comparableAnswer = (answer: string) => withoutCase(normaliseText(answer));

/** Hashes cannot be normalised: an answer stored with other dashes is correct as it was typed then. */
export async function isAnswer(hash: string, typed: string): Promise<boolean> {
  const spellings = new Set([comparableAnswer(typed), withoutCase(typed)]);
  for (const spelling of spellings) if (await verifyPassword(hash, spelling)) return true;
  return false;
}

/** Answer and code are hashed like passwords, so that a reader of the table cannot use them. */
export async function hashSecurity({
  securityQuestion,
  securityAnswer,
  securityCode,
}: Security): Promise<HashedSecurity> {
  const [securityAnswerHash, securityCodeHash] = await Promise.all([
    hashPassword(comparableAnswer(securityAnswer)),
    hashPassword(securityCode),
  ]);
  return { securityQuestion, securityAnswerHash, securityCodeHash };
}

export async function saveSecurity(
  trx: Trx,
  { userId, hashed, at }: { userId: string; hashed: HashedSecurity; at: Date },
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ ...hashed, updatedAt: at })
    .where('id', '=', userId)
    .execute();
}
