import { sql } from 'kysely';
import { normaliseEmail } from '#contract/fields/typed-text.ts';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import { peopleByUsernameOrEmail } from './find-people.ts';
import type { User } from './user-repository.ts';

/**
 * `exceptUserId`: an existing user, who is not their own duplicate. `isProven`: the caller has proved the address; then
 * neither an account that never proved it counts against them, nor an invite, which is theirs.
 */
type DuplicateCheckParams = {
  firstName: string;
  lastName: string;
  email: string;
  phoneCountryCode: string;
  phoneNumber: string;
  exceptUserId?: string;
  isProven?: boolean;
  at: Date;
};

const nobody = '00000000-0000-0000-0000-000000000000';

type Address = Pick<DuplicateCheckParams, 'email' | 'exceptUserId' | 'isProven' | 'at'>;

/**
 * Whether an e-mail belongs to a user: somebody who has an account, whose plan is paid, or who holds a valid invite.
 * Addresses that others have merely typed must not block anybody: an expired invite does not count, even where it was
 * opened. A co-parent with a scheduled invite does not count either, because a refusal would reveal it.
 */
export async function isTaken(db: DbOrTrx, address: Address): Promise<boolean> {
  return (await holdersOf(db, address).limit(1).executeTakeFirst()) !== undefined;
}

/** Other people who have an account or an invite that may be revealed. */
const others = (
  db: DbOrTrx,
  { by, exceptUserId = nobody }: { by: 'EMAIL' | 'PHONE'; exceptUserId?: string | undefined },
) =>
  db
    .selectFrom('users')
    .leftJoin('inviteTimings', 'inviteTimings.userId', 'users.id')
    .select(['users.firstName', 'users.lastName', sql.lit(by).as('by')])
    .where('inviteTimings.userId', 'is', null)
    .where('users.status', '!=', 'CLOSED')
    .where('users.id', '!=', exceptUserId);

const holdersOf = (db: DbOrTrx, { email, exceptUserId, isProven = false, at }: Address) =>
  others(db, { by: 'EMAIL', exceptUserId })
    .where('emailNormalised', '=', normaliseEmail(email))
    .$if(isProven, (query) => query.where('emailProvenAt', 'is not', null).where('status', '!=', 'INVITED'))
    .where((where) =>
      where.or([
        where('username', 'is not', null),
        where.and([where('role', '!=', 'PROFESSIONAL'), where('status', '=', 'CREDENTIALS_NEEDED')]),
        where.exists(
          where
            .selectFrom('invites')
            .select('invites.id')
            .whereRef('invites.userId', '=', 'users.id')
            .where('invites.state', 'in', ['SENT', 'OPENED'])
            .where('invites.expiresAt', '>', at),
        ),
        where.exists(
          where
            .selectFrom('subscriptions')
            .select('subscriptions.id')
            .whereRef('subscriptions.userId', '=', 'users.id')
            .where('subscriptions.state', '=', 'CURRENT'),
        ),
      ]),
    );

type Phone = Pick<DuplicateCheckParams, 'phoneNumber' | 'phoneCountryCode' | 'exceptUserId'>;

const subscribersWith = (db: DbOrTrx, { phoneNumber, phoneCountryCode, exceptUserId }: Phone) =>
  others(db, { by: 'PHONE', exceptUserId })
    .where('users.phoneNumber', '=', phoneNumber)
    .where('users.phoneCountryCode', '=', phoneCountryCode)
    .where((where) =>
      where.exists(
        where
          .selectFrom('subscriptions')
          .select('subscriptions.id')
          .whereRef('subscriptions.familyId', '=', 'users.familyId')
          .where('subscriptions.state', '=', 'CURRENT'),
      ),
    );

const lockOf = (email: string) => sql`hashtextextended(${normaliseEmail(email)}, 8)`;

/** Until the transaction ends, no other that locks the e-mail can assign it to somebody. */
export async function lockEmail(trx: Trx, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockOf(email)})`.execute(trx);
}

/** The same for several, always in one order: two sign-ups that name each other do not wait for each other. */
export async function lockEmails(trx: Trx, emails: readonly string[]): Promise<void> {
  for (const email of [...new Set(emails.map(normaliseEmail))].toSorted())
    if (email !== '') await lockEmail(trx, email);
}

/** The same without waiting; false if another has it. */
export async function tryLockEmail(trx: Trx, email: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${lockOf(email)}) as locked`.execute(trx);
  return rows[0]?.locked ?? false;
}

/** Whether a person may already be here: by e-mail, or by name and phone in a family with a current subscription. */
export async function isDuplicate(db: DbOrTrx, person: DuplicateCheckParams): Promise<boolean> {
  const holders = person.email === '' ? null : holdersOf(db, person);
  const subscribers = person.phoneNumber === '' ? null : subscribersWith(db, person);
  const query = holders && subscribers ? holders.unionAll(subscribers) : (holders ?? subscribers);
  const found = (await query?.execute()) ?? [];
  const same = (one: string, other: string) => one.localeCompare(other, 'en', { sensitivity: 'accent' }) === 0;
  return found.some(
    ({ by, firstName, lastName }) =>
      by === 'EMAIL' || (same(firstName, person.firstName) && same(lastName, person.lastName)),
  );
}

/** Whether somebody else has an account with this user's e-mail, opened or paid for: one address, one account. */
export async function hasOtherAccount(db: DbOrTrx, { id, email }: Pick<User, 'id' | 'email'>): Promise<boolean> {
  if (email === '') return false;
  const people = await peopleByUsernameOrEmail(db, email);
  return people.some((one) => one.id !== id && (one.username !== null || one.role !== 'PROFESSIONAL'));
}
