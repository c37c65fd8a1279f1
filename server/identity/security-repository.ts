import type { Trx } from '../db/pool.ts';
import { hashPassword } from './password.ts';

export type Security = { securityQuestion: string; securityAnswer: string; securityCode: string };
export type HashedSecurity = { securityQuestion: string; securityAnswerHash: string; securityCodeHash: string };

/** Answers are compared without case and repeated spaces, which nobody remembers. */
export function comparableAnswer(answer: string): string {
  return answer.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
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
