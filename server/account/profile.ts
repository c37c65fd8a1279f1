import * as z from 'zod/mini';
import { ownNameOf } from '#contract/account/profile.ts';
import type { ProfileView } from '#contract/api/profile.ts';
import { securityOf } from '#contract/sign-in/security.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import type { Language } from '../db/schema.ts';
import { replaceUsername, userWithHash } from '../identity/credentials-repository.ts';
import { saveOwn } from '../identity/own-details.ts';
import { verifyPassword } from '../identity/password.ts';
import { hashSecurity, type Security, saveSecurity } from '../identity/security-repository.ts';
import { openTokenOf } from '../identity/single-use-token.ts';
import { addressOf, type User } from '../identity/user-repository.ts';
import { countryName } from '../lookups/countries.ts';
import { isTimezone, timezoneName } from '../lookups/timezones.ts';
import { issuesOf, type Refusal, refuse, refuseFields } from '../refusal.ts';
import { changeOwn, type OwnSession } from './change-own.ts';

type Dependencies = { db: Db; clock: Clock };
type ChangeResult<Code extends 'VALIDATION' = never> = Promise<Refusal<
  Code | 'NOT_SIGNED_IN' | 'ACCOUNT_FROZEN'
> | null>;

/** What users can see and change of their own data. */
export async function readOwnProfile(
  { db, clock }: Dependencies,
  { userId, language }: { userId: string; language: Language },
): Promise<ProfileView | Refusal<'NOT_SIGNED_IN'>> {
  const at = clock.now();
  const [user, more, email, phone] = await Promise.all([
    userWithHash(db, userId),
    db.selectFrom('users').select('securityQuestion').where('id', '=', userId).executeTakeFirst(),
    openTokenOf(db, { userId, purpose: 'EMAIL_CHANGE', at }),
    openTokenOf(db, { userId, purpose: 'PHONE_CHANGE', at }),
  ]);
  if (!user || !more) return refuse('NOT_SIGNED_IN');
  const { timeZone, country } = user;
  const pendingEmail = email && String(email.data['email']);
  return {
    role: user.role,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    emailProven: user.emailProvenAt !== null,
    pendingEmail: pendingEmail === user.email ? null : pendingEmail,
    phoneCountryCode: user.phoneCountryCode,
    phoneNumber: user.phoneNumber,
    pendingPhone: phone && (phone.data as ProfileView['pendingPhone']),
    address: addressOf(user),
    timeZone,
    timeZoneName: timeZone && timezoneName({ timezone: timeZone, language }),
    countryName: country && countryName({ country, language }),
    username: user.username ?? '',
    language: user.language,
    securityQuestion: more.securityQuestion,
  };
}

type OwnChange<Values> = { session: OwnSession } & Values;

export function changeOwnName(
  dependencies: Dependencies,
  { session, ...name }: OwnChange<Pick<User, 'firstName' | 'lastName'>>,
): ChangeResult<'VALIDATION'> {
  return changeOwn(dependencies, { session, kind: 'NAME_CHANGED' }, async (trx, { user, at }) => {
    const { error } = ownNameOf(user.role).safeParse(name);
    if (error) return refuseFields(...issuesOf(error));
    if (user.firstName === name.firstName && user.lastName === name.lastName) return false;
    await saveOwn(trx, { user, at, ...name });
    return true;
  });
}

export function changeOwnLanguage(
  dependencies: Dependencies,
  { session, language }: OwnChange<{ language: Language }>,
): ChangeResult {
  return changeOwn(dependencies, { session, kind: 'LANGUAGE_CHANGED' }, async (trx, { user, at }) => {
    if (user.language === language) return false;
    await saveOwn(trx, { user, at, language });
    return true;
  });
}

/** Promised days are in this zone from now on; a subscription keeps its initial zone (docs/decisions/0029). */
export function changeOwnTimeZone(
  dependencies: Dependencies,
  { session, timeZone }: OwnChange<{ timeZone: string }>,
): ChangeResult<'VALIDATION'> {
  return changeOwn(dependencies, { session, kind: 'TIME_ZONE_CHANGED' }, async (trx, { user, at }) => {
    const place = { country: user.country ?? 'US', region: user.region ?? undefined };
    if (!isTimezone({ ...place, timezone: timeZone }))
      return refuseFields({ field: 'timeZone', code: 'timezone_unknown' });
    if (user.timeZone === timeZone) return false;
    await saveOwn(trx, { user, at, timeZone });
    return true;
  });
}

/** The password must not contain the username: a new one that it contains is refused (specification 5.7). */
export async function changeOwnUsername(
  dependencies: Dependencies,
  { session, username }: OwnChange<{ username: string }>,
): ChangeResult<'VALIDATION'> {
  const before = await userWithHash(dependencies.db, session.user.id);
  if (!before || before.passwordHash === null) return refuse('NOT_SIGNED_IN');
  if (await verifyPassword(before.passwordHash, username))
    return refuseFields({ field: 'username', code: 'password_same_as_username' });
  return changeOwn(dependencies, { session, kind: 'USERNAME_CHANGED' }, async (trx, { user, at }) => {
    if (user.username === username) return false;
    const saved = await replaceUsername(trx, { userId: user.id, username, at });
    return saved || refuseFields({ field: 'username', code: 'username_unavailable' });
  });
}

export async function changeOwnSecurity(
  dependencies: Dependencies,
  { session, security }: OwnChange<{ security: Security & { confirmCode: string } }>,
): ChangeResult<'VALIDATION'> {
  const hashed = await hashSecurity(security);
  return changeOwn(dependencies, { session, kind: 'SECURITY_CHANGED' }, async (trx, { user, at }) => {
    const { error } = z.object({ security: securityOf(user.role) }).safeParse({ security });
    if (error) return refuseFields(...issuesOf(error));
    await saveSecurity(trx, { userId: user.id, hashed, at });
    return true;
  });
}
