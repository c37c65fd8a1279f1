import { sql } from 'kysely';
import { normaliseEmail } from '#contract/fields/typed-text.ts';
import type { DbOrTrx } from '../db/pool.ts';
import { type User, userColumns } from './user-repository.ts';

/**
 * For statements that read `users`: whether somebody else has proved the address that this account has unproved, which
 * therefore is no longer this account's.
 */
export const isProvenByAnother = sql<boolean>`(users.email_proven_at is null and exists (select from users as reader
  where reader.email_normalised = users.email_normalised and reader.id <> users.id
    and reader.email_proven_at is not null and reader.status in ('ACTIVE', 'CREDENTIALS_NEEDED')))`;

/** More accounts with one address or phone are not a family. */
const most = 10;

/**
 * Of unconfirmed professionals with one address only the latest counts: the others may be a stranger's, who must
 * neither cause many mails nor crowd out the account in use.
 */
const open = (db: DbOrTrx) =>
  db
    .selectFrom('users')
    .select(userColumns)
    .where('status', 'in', ['ACTIVE', 'CREDENTIALS_NEEDED'])
    .where((where) => {
      const newer = where
        .selectFrom('users as newer')
        .select('newer.id')
        .whereRef('newer.emailNormalised', '=', 'users.emailNormalised')
        .whereRef('newer.id', '>', 'users.id')
        .where('newer.role', '=', 'PROFESSIONAL')
        .where('newer.username', 'is', null);
      return where.or([
        where('username', 'is not', null),
        where('role', '!=', 'PROFESSIONAL'),
        where.not(where.exists(newer)),
      ]);
    })
    .orderBy('createdAt')
    .limit(most);

/** PostgreSQL rejects text with a NUL, even in a query. */
const askable = (typed: string) => !typed.includes('\u0000') && typed.isWellFormed();

/**
 * Open accounts with this username or this e-mail address. A username never contains an at sign, an address always
 * does.
 */
export async function peopleByUsernameOrEmail(db: DbOrTrx, typed: string): Promise<User[]> {
  if (!askable(typed)) return [];
  if (typed.includes('@'))
    return open(db).where('emailNormalised', '=', normaliseEmail(typed)).where(isProvenByAnother, '=', false).execute();
  return open(db).where(sql`lower(username)`, '=', typed.toLowerCase()).execute();
}

/** The key by which texts to a phone are counted. */
export const phoneSubject = ({ phoneCountryCode, phoneNumber }: { phoneCountryCode: string; phoneNumber: string }) =>
  `${phoneCountryCode}${phoneNumber}`;

type Phone = { phoneCountryCode: string; phoneNumber: string; email?: string | undefined; userId?: string | undefined };

/** Open accounts with a username that have this phone; an address or a user id narrows them. */
export async function peopleByPhone(
  db: DbOrTrx,
  { phoneCountryCode, phoneNumber, email, userId }: Phone,
): Promise<User[]> {
  let query = open(db)
    .where('username', 'is not', null)
    .where('phoneCountryCode', '=', phoneCountryCode)
    .where('phoneNumber', '=', phoneNumber);
  if (email) query = query.where('emailNormalised', '=', normaliseEmail(email));
  if (userId) query = query.where('id', '=', userId);
  return query.execute();
}
