import { normaliseEmail, sameEmail } from '#contract/fields/typed-text.ts';
import { enqueue } from '../db/job-queue.ts';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import { recordActivity } from './activity.ts';
import { lockEmail, tryLockEmail } from './duplicate-check.ts';
import { isProvenByAnother } from './find-people.ts';
import { endMailedTokens } from './single-use-token.ts';
import { readUser, type User } from './user-repository.ts';

type AddressToProve = {
  email: string;
  /** The stored state: a proof belongs to its address. */
  stored?: { email: string; emailProvenAt: Date | null };
  /** The address that this browser has proved with a mailed code. */
  provenEmail: string | null;
  at: Date;
};

/** When a typed address was proved: earlier, or by this browser; null if never. */
export function emailProofOf({ email, stored, provenEmail, at }: AddressToProve): Date | null {
  if (stored?.emailProvenAt && sameEmail(stored.email, email)) return stored.emailProvenAt;
  return provenEmail !== null && sameEmail(provenEmail, email) ? at : null;
}

/**
 * Whether mails to somebody may name others: not to a mailbox that the account has not proved, nor while two people
 * claim the account, because either may read it.
 */
export const mayNameOthers = ({
  emailProvenAt,
  frozenAt,
}: Partial<Pick<User, 'emailProvenAt' | 'frozenAt'>>): boolean => emailProvenAt !== null && (frozenAt ?? null) === null;

/** `isNew`: created by this transaction, so that nobody waits for it while it waits for the address. */
type Proof = { userId: string; isNew?: boolean; at: Date };

/**
 * Records that an account's current address was proved: a link or code mailed there was used. Accounts that never
 * proved the same address lose it, by a job, because each of them is locked by its own calls. Nothing changes if
 * another account has proved it before, or is just proving it: the caller has locked its own account, and waits for
 * nobody.
 */
export async function proveEmail(trx: Trx, { userId, isNew = false, at }: Proof): Promise<void> {
  const user = await readUser(trx, userId);
  if (!user || user.email === '') return;
  if (isNew) await lockEmail(trx, user.email);
  else if (!(await tryLockEmail(trx, user.email))) return;
  const proved = await trx
    .updateTable('users')
    .set({ emailProvenAt: at, updatedAt: at })
    .where('id', '=', userId)
    .where('emailNormalised', '=', normaliseEmail(user.email))
    .where('emailProvenAt', 'is', null)
    .where('status', '!=', 'CLOSED')
    .where(isProvenByAnother, '=', false)
    .returning(['emailNormalised', 'status'])
    .executeTakeFirst();
  // By entering the code an invited person says that another account is not theirs: they may have paid for it.
  if (proved && proved.status !== 'INVITED' && (await hasOtherHolder(trx, { userId, ...proved })))
    await enqueue(trx, { name: 'free-address', payload: { userId }, key: `free-address:${userId}:${at.getTime()}` });
}

async function hasOtherHolder(
  db: DbOrTrx,
  { userId, emailNormalised }: { userId: string; emailNormalised: string },
): Promise<boolean> {
  const other = await db
    .selectFrom('users')
    .select('id')
    .where('emailNormalised', '=', emailNormalised)
    .where('id', '!=', userId)
    .where('status', '!=', 'CLOSED')
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/**
 * Takes an address from all accounts that never proved it: they keep plan, username and sessions, and are asked for
 * another. Links mailed to it no longer open them. Places kept for invited people stay: the invite is for that person
 * to use. Users are locked before the address, as in every other call.
 */
export async function freeAddress(trx: Trx, { email, at }: { email: string; at: Date }): Promise<void> {
  const holders = await trx
    .selectFrom('users')
    .select('id')
    .where('emailNormalised', '=', normaliseEmail(email))
    .where('emailProvenAt', 'is', null)
    .where('status', 'in', ['ACTIVE', 'CREDENTIALS_NEEDED'])
    .orderBy('id')
    .forUpdate()
    .execute();
  await lockEmail(trx, email);
  for (const { id } of holders) {
    await trx
      .updateTable('users')
      .set({ email: '', emailNormalised: '', updatedAt: at })
      .where('id', '=', id)
      .execute();
    await endMailedTokens(trx, { userId: id, at });
    await recordActivity(trx, { userId: id, kind: 'EMAIL_FREED', device: 'Evenkeel', at });
  }
}
