import { sql } from 'kysely';
import { relevantReferral, type StepOne, type StepTwo } from '#contract/professionals/professional.ts';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import type { Address, Language, Row } from '../db/schema.ts';
import type { HashedSecurity } from '../identity/security-repository.ts';
import { addressOf, insertUser, type User, userColumns } from '../identity/user-repository.ts';
import { type Refusal, refuse } from '../refusal.ts';

const profileColumns = ['title', 'credentials', 'phoneExtension', 'practiceName', 'roles'] as const;
type Profile = Row<'professionals', typeof profileColumns>;
export type Professional = { user: User; profile: Profile };

/** An idempotency key and the hash of its input. */
export type KeyedRequest = { key: string; hash: Buffer };

type NewProfessional = {
  values: StepOne & StepTwo;
  hashed: HashedSecurity;
  keyed: KeyedRequest | null;
  duplicateConfirmed: boolean;
  anonymousId: string | null;
  siteCountry: string;
  language: Language;
  at: Date;
};

/** A user who signs in but belongs to no family. Username and password are set later, by the mailed link. */
export async function insertProfessional(
  trx: Trx,
  { values, hashed, keyed, duplicateConfirmed, ...context }: NewProfessional,
): Promise<string> {
  const referral = relevantReferral(values);
  const userId = await insertUser(trx, {
    ...context,
    firstName: values.firstName,
    lastName: values.lastName,
    email: values.email,
    phoneCountryCode: values.phoneCountryCode,
    phoneNumber: values.phoneNumber,
    line1: values.line1,
    line2: values.line2,
    city: values.city,
    region: values.region,
    postalCode: values.postalCode,
    country: values.country,
    timeZone: values.timezone,
    role: 'PROFESSIONAL',
    status: 'CREDENTIALS_NEEDED',
    ...hashed,
    referralSelection: values.hearAboutUs,
    referralOther: referral.referralOther,
  });
  const { benchOfficerName, benchOfficerPosition, colleagueName, colleagueRole } = referral;
  await trx
    .insertInto('professionals')
    .values({
      userId,
      requestKey: keyed?.key,
      requestHash: keyed?.hash,
      title: values.title,
      credentials: values.credentials,
      phoneExtension: values.phoneExtension,
      practiceName: values.practiceName,
      roles: [...new Set(values.roles)],
      benchOfficerName,
      benchOfficerPosition,
      colleagueName,
      colleagueRole,
      duplicateConfirmed,
    })
    .execute();
  return userId;
}

/** Where a professional is billed and taxed. */
export function practiceAddress(user: User): Address {
  const address = addressOf(user);
  if (!address) throw new Error('Professional without a complete address, although registration requires one');
  return address;
}

export async function readProfessional(db: DbOrTrx, userId: string): Promise<Professional | null> {
  const [user, profile] = await Promise.all([
    db
      .selectFrom('users')
      .select(userColumns)
      .where('id', '=', userId)
      .where('role', '=', 'PROFESSIONAL')
      .executeTakeFirst(),
    db.selectFrom('professionals').select(profileColumns).where('userId', '=', userId).executeTakeFirst(),
  ]);
  return user && profile ? { user, profile } : null;
}

/**
 * The professional registered with this idempotency key, for the same request only. Waits for a concurrent registration
 * with it.
 */
export async function registeredWith(
  db: DbOrTrx,
  { key, hash }: KeyedRequest,
): Promise<{ userId: string } | Refusal<'IDEMPOTENCY_MISMATCH'> | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 6))`.execute(db);
  const earlier = await db
    .selectFrom('professionals')
    .select(['userId', 'requestHash'])
    .where('requestKey', '=', key)
    .executeTakeFirst();
  if (!earlier) return null;
  const { userId, requestHash } = earlier;
  return requestHash?.equals(hash) ? { userId } : refuse('IDEMPOTENCY_MISMATCH');
}
