import { inviteCodeAlphabet } from '#contract/invites/invite-code.ts';
import { normaliseRecoveryCode, recoveryCodeLength } from '#contract/sign-in/second-factor.ts';
import type { Trx } from '../../db/pool.ts';
import { charactersOf, hashSecret, newSecret } from '../../secret.ts';

const count = 10;

/** The user is part of the hash, so that a code cannot be searched among all users'. */
const hashOf = (userId: string, code: string) => hashSecret(`${userId}:${code}`);

/** Ten new codes, shown once and stored as hashes; earlier ones become invalid. */
export async function makeRecoveryCodes(trx: Trx, { userId, at }: { userId: string; at: Date }): Promise<string[]> {
  await trx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
  const codes = Array.from({ length: count }, () =>
    charactersOf(newSecret(), { alphabet: inviteCodeAlphabet, length: recoveryCodeLength }),
  );
  await trx
    .insertInto('recoveryCodes')
    .values(codes.map((code) => ({ userId, codeHash: hashOf(userId, code), createdAt: at })))
    .execute();
  return codes;
}

/** Uses a code up, and returns when it was created. Null if it is unknown or was used. */
export async function redeemRecoveryCode(
  trx: Trx,
  { userId, code, at }: { userId: string; code: string; at: Date },
): Promise<Date | null> {
  const characters = normaliseRecoveryCode(code);
  if (characters === null) return null;
  const used = await trx
    .updateTable('recoveryCodes')
    .set({ usedAt: at })
    .where('userId', '=', userId)
    .where('codeHash', '=', hashOf(userId, characters))
    .where('usedAt', 'is', null)
    .returning('createdAt')
    .executeTakeFirst();
  return used?.createdAt ?? null;
}
