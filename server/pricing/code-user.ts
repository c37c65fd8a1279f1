import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import { hashSecret, type TokenMaker } from '../secret.ts';
import { foldedEmail } from './folded-email.ts';

/**
 * A person at their first payment, without an account: recognised by mailbox or phone. A card cannot identify them,
 * because it is known only after the charge. `subjectId`: what they pay for. `ids`: of their sign-up or account.
 * `mailboxHash`: alone, for codes that are one person's: a phone may be two parents'.
 */
export type CodeUser = {
  subjectId: string;
  ids: readonly string[];
  mailboxHash: Buffer;
  personHashes: readonly Buffer[];
};

type CodeUserContact = {
  subjectId: string;
  id?: string;
  email: string;
  phoneCountryCode: string;
  phoneNumber: string;
};

/**
 * Addresses of one mailbox are one person's, and leading zeros do not make another phone. Accounts without an address
 * have no mailbox in common.
 */
export function codeUserOf(
  makeToken: TokenMaker,
  { subjectId, id = subjectId, email, phoneCountryCode, phoneNumber }: CodeUserContact,
): CodeUser {
  const phone = phoneNumber.replace(/^0+/, '');
  const hashOf = (mark: string) => hashSecret(makeToken('code-user', mark));
  const mailboxHash = hashOf(email === '' ? `account ${id}` : `email ${foldedEmail(email)}`);
  const phones = phone === '' ? [] : [hashOf(`phone ${phoneCountryCode}${phone}`)];
  return { subjectId, ids: [subjectId, id], mailboxHash, personHashes: [mailboxHash, ...phones] };
}

/** Records who pays with a code. */
export async function insertCodeUser(
  trx: Trx,
  { attemptId, user: { personHashes }, at }: { attemptId: string; user: CodeUser; at: Date },
): Promise<void> {
  await trx
    .insertInto('codeUsers')
    .values({ attemptId, personHashes: [...personHashes], usedAt: at })
    .execute();
}

/** `of`: the counted scope, one coupon or all of a referrer. `perPerson`: the limit; null without one. */
type PersonLimit = { of: 'couponId' | 'referrerKey'; key: string; perPerson: number | null; user: CodeUser | null };

/**
 * Whether they have reached the per-person limit with other payments, including ones in progress. Called with their row
 * locked, so that no concurrent use slips in.
 */
export async function hasUsedUp(db: DbOrTrx, { of, key, perPerson, user }: PersonLimit): Promise<boolean> {
  if (perPerson === null || user === null) return false;
  const { subjectId, personHashes } = user;
  const { uses } = await db
    .selectFrom('codeUsers')
    .innerJoin('couponUses', 'couponUses.attemptId', 'codeUsers.attemptId')
    .innerJoin('paymentAttempts', 'paymentAttempts.id', 'codeUsers.attemptId')
    .select((eb) => eb.fn.countAll<string>().as('uses'))
    .where(`couponUses.${of}`, '=', key)
    .where('couponUses.state', '!=', 'RELEASED')
    .where('paymentAttempts.subjectId', '!=', subjectId)
    .where(sql<boolean>`person_hashes && ${[...personHashes]}::bytea[]`)
    .executeTakeFirstOrThrow();
  return Number(uses) >= perPerson;
}

/** A person's orders with codes, for their export, without the hashes. */
export function codesUsedBy(db: DbOrTrx, userId: string) {
  return db
    .selectFrom('codeUsers')
    .innerJoin('orders', 'orders.attemptId', 'codeUsers.attemptId')
    .select(['orders.id as orderId', 'codeUsers.usedAt'])
    .where('orders.userId', '=', userId)
    .execute();
}

/** For a closing account. */
export async function forgetCodeUser(trx: Trx, userId: string): Promise<void> {
  await trx
    .deleteFrom('codeUsers')
    .where('attemptId', 'in', (orders) => orders.selectFrom('orders').select('attemptId').where('userId', '=', userId))
    .execute();
}
