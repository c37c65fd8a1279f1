import type { Insertable } from 'kysely';
import { normaliseEmail } from '#contract/fields/typed-text.ts';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import type { Address, Database, Language, Parent, Row } from '../db/schema.ts';
import { newId } from '../new-id.ts';
import { snapshotInvitedNames } from './own-details.ts';

/** The columns read of a user: no hash, and none that only a search needs. */
export const userColumns = [
  'id',
  'familyId',
  'role',
  'status',
  'firstName',
  'lastName',
  'email',
  'emailProvenAt',
  'invitedFirstName',
  'invitedLastName',
  'invitedEmail',
  'phoneCountryCode',
  'phoneNumber',
  'timeZone',
  'line1',
  'line2',
  'city',
  'region',
  'postalCode',
  'country',
  'language',
  'color',
  'username',
  'createdByProfessionalId',
  'gatewayCustomerId',
  'siteCountry',
  'frozenAt',
  'createdAt',
] as const;
export type User = Row<'users', typeof userColumns>;
export type NewUser = Omit<
  Insertable<Database['users']>,
  'id' | 'emailNormalised' | 'createdAt' | 'updatedAt' | 'color'
> & {
  at: Date;
  color?: string;
};

/** Colours of family members' initials; text on them is dark (contrast 7:1 or more). */
export const memberColors = ['#F2B261', '#9BD5CE', '#C9B8F0', '#F4A6A0', '#A9D18E', '#9CC4F2'] as const;

function newRow({ at, color, ...values }: NewUser) {
  return {
    ...values,
    id: newId(at),
    color: color ?? memberColors[0],
    emailNormalised: normaliseEmail(values.email),
    createdAt: at,
    updatedAt: at,
  };
}

export async function insertUser(trx: Trx, user: NewUser): Promise<string> {
  const row = newRow(user);
  await trx.insertInto('users').values(row).execute();
  return row.id;
}

/** The limit of parameters in a statement. */
const usersAtOnce = 1_000;

/** Inserts many. */
export async function insertUsers(trx: Trx, users: readonly NewUser[]): Promise<void> {
  const rows = users.map(newRow);
  for (let from = 0; from < rows.length; from += usersAtOnce)
    await trx
      .insertInto('users')
      .values(rows.slice(from, from + usersAtOnce))
      .execute();
}

export async function readUser(db: DbOrTrx, id: string): Promise<User | null> {
  return (await db.selectFrom('users').select(userColumns).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Whether a user has, or had, an account of their own: a parent who has only paid has not joined yet. */
export const hasJoined = (status: User['status']): boolean => status === 'ACTIVE' || status === 'CLOSED';

type NameColumns = Pick<
  User,
  'firstName' | 'lastName' | 'email' | 'invitedFirstName' | 'invitedLastName' | 'invitedEmail'
>;

/**
 * A user's names and address as others may know them: what the inviter entered, whatever the user has changed since. An
 * inviter learns only whether they have joined.
 */
export function asInvited({
  firstName,
  lastName,
  email,
  invitedFirstName,
  invitedLastName,
  invitedEmail,
}: NameColumns) {
  return {
    firstName: invitedFirstName ?? firstName,
    lastName: invitedLastName ?? lastName,
    email: invitedEmail ?? email,
  };
}

/**
 * Saves an invited parent's own data; without an address or time zone the stored ones stay. The inviter's version is
 * kept separately.
 */
export async function saveDetails(
  db: DbOrTrx,
  {
    userId,
    details,
    address,
    language,
    at,
  }: { userId: string; details: Parent; address: Address | null; language: Language; at: Date },
): Promise<void> {
  const { timeZone, ...contact } = details;
  await db
    .updateTable('users')
    .set((eb) => ({
      ...snapshotInvitedNames(eb),
      ...contact,
      ...(timeZone === undefined ? {} : { timeZone }),
      ...address,
      emailNormalised: normaliseEmail(contact.email),
      language,
      updatedAt: at,
    }))
    .where('id', '=', userId)
    .execute();
}

/** Paid, and without a username yet. */
export async function markCredentialsNeeded(
  trx: Trx,
  { userId, gatewayCustomerId, at }: { userId: string; gatewayCustomerId: string; at: Date },
): Promise<void> {
  await trx.updateTable('users').set({ gatewayCustomerId, updatedAt: at }).where('id', '=', userId).execute();
  await trx
    .updateTable('users')
    .set({ status: 'CREDENTIALS_NEEDED' })
    .where('id', '=', userId)
    .where('status', '=', 'INVITED')
    .execute();
}

/** A user's stored address if complete, else null, because tax depends on all of it. */
export function addressOf({
  line1,
  line2,
  city,
  region,
  postalCode,
  country,
}: Pick<User, keyof Address>): Address | null {
  if (line1 === null || city === null || region === null || postalCode === null || country === null) return null;
  return { line1, line2: line2 ?? '', city, region, postalCode, country };
}

/** Mails link a user to the site of their last login, where their passkeys work. */
export async function moveToSite(db: DbOrTrx, { id, siteCountry }: { id: string; siteCountry: string }): Promise<void> {
  await db
    .updateTable('users')
    .set({ siteCountry })
    .where('id', '=', id)
    .where('siteCountry', 'is distinct from', siteCountry)
    .execute();
}

export async function familyMembers(db: DbOrTrx, familyId: string): Promise<User[]> {
  return db.selectFrom('users').select(userColumns).where('familyId', '=', familyId).orderBy('id').execute();
}

/** The user, locked until the caller's transaction ends, which serialises two payments for one person. */
export async function lockUser(trx: Trx, id: string): Promise<User | null> {
  return (
    (await trx.selectFrom('users').select(userColumns).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null
  );
}

/** Whether an account has closed, after waiting for a closing; none begins until the caller's transaction ends. */
export async function isClosed(trx: Trx, id: string): Promise<boolean> {
  const user = await trx.selectFrom('users').select('status').where('id', '=', id).forKeyShare().executeTakeFirst();
  return user?.status === 'CLOSED';
}
