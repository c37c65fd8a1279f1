import type { DbOrTrx, Trx } from '../../db/pool.ts';
import type { Sealer } from '../../sealed-secret.ts';
import { redeemRecoveryCode } from './recovery-codes.ts';
import { acceptTotp } from './totp.ts';

export type Factors = {
  totp: { addedAt: Date } | null;
  /** `domain`: as stored. */
  passkeys: { id: string; name: string; domain: string | null; addedAt: Date; usedAt: Date | null }[];
  recoveryCodesLeft: number;
  /** When they were created; null: none are left. */
  recoveryCodesAt: Date | null;
};

/** A user's factors besides the password. */
export async function readFactors(db: DbOrTrx, userId: string): Promise<Factors> {
  const [totp, passkeys, codes] = await Promise.all([
    db
      .selectFrom('totpFactors')
      .select('confirmedAt')
      .where('userId', '=', userId)
      .where('confirmedAt', 'is not', null)
      .executeTakeFirst(),
    db
      .selectFrom('passkeys')
      .select(['id', 'name', 'domain', 'createdAt as addedAt', 'usedAt'])
      .where('userId', '=', userId)
      .orderBy('createdAt')
      .execute(),
    db
      .selectFrom('recoveryCodes')
      .select((of) => [of.fn.countAll<number>().as('left'), of.fn.max('createdAt').as('createdAt')])
      .where('userId', '=', userId)
      .where('usedAt', 'is', null)
      .executeTakeFirstOrThrow(),
  ]);
  return {
    totp: totp?.confirmedAt ? { addedAt: totp.confirmedAt } : null,
    passkeys,
    recoveryCodesLeft: codes.left,
    recoveryCodesAt: codes.createdAt,
  };
}

/**
 * Whether a password alone does not sign this person in. A passkey counts: otherwise somebody with the mailbox could
 * bypass it.
 */
export async function hasSecondFactor(db: DbOrTrx, userId: string): Promise<boolean> {
  const { totp, passkeys } = await readFactors(db, userId);
  return totp !== null || passkeys.length > 0;
}

/**
 * Locks until nothing else about this person's factors is being decided. False if the account is closed. Each use,
 * addition and removal of a factor comes after it: of concurrent ones each sees what the previous one has left.
 */
export async function lockOwner(trx: Trx, userId: string): Promise<boolean> {
  const owner = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('status', '=', 'ACTIVE')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return owner !== undefined;
}

/**
 * Accepts a code of the authenticator app or a recovery code, each once, and returns since when that factor exists;
 * null: a wrong one. The caller holds the owner's lock.
 */
export async function acceptCode(
  trx: Trx,
  sealer: Sealer,
  { userId, code, at }: { userId: string; code: string; at: Date },
): Promise<Date | null> {
  const typed = code.replaceAll(/\s/g, '');
  return (
    (await acceptTotp(trx, sealer, { userId, code: typed, confirmed: true, at })) ??
    (await redeemRecoveryCode(trx, { userId, code: typed, at }))
  );
}

/** Without any factor left, recovery codes are useless. */
export async function forgetUselessCodes(trx: Trx, userId: string): Promise<void> {
  if (!(await hasSecondFactor(trx, userId)))
    await trx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
}

/** Removes every factor, with everything pending for one. */
export async function removeEveryFactor(trx: Trx, userId: string): Promise<void> {
  for (const table of ['totpFactors', 'passkeys', 'recoveryCodes', 'passkeyChallenges', 'secondSteps'] as const)
    await trx.deleteFrom(table).where('userId', '=', userId).execute();
}
