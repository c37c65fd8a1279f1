import type { Trx } from '../db/pool.ts';
import { hashPassword } from './password.ts';

export type Security = { securityQuestion: string; securityAnswer: string; securityCode: string };
export type HashedSecurity = { securityQuestion: string; securityAnswerHash: string; securityCodeHash: string };

/** How an answer is compared: capitals and doubled spaces are not what somebody is asked to remember. */
export function comparableAnswer(answer: string): string {
  return answer.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}

/** Answer and code as they are kept: hashed like passwords, for whoever reads the table must not be able to answer. */
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
