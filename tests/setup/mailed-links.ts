import { sql } from 'kysely';
import { requestPasswordLink } from './ownership/recovery-calls.ts';
import type { Person } from './person.ts';
import { send } from './sign-up.ts';
import type { TestSite } from './site.ts';
import { drain } from './subscriber.ts';

/** The secret of the link that was mailed last. */
export async function mailedLink(
  { dependencies: { db, makeToken } }: TestSite,
  userId: string,
  purpose: 'PASSWORD_RESET' | 'CREDENTIALS' = 'PASSWORD_RESET',
): Promise<string> {
  const { id } = await db
    .selectFrom('singleUseTokens')
    .select('id')
    .where('userId', '=', userId)
    .where('purpose', '=', purpose)
    .where(sql<boolean>`not data @> '{"shown":true}'`)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return makeToken(purpose, id);
}

/** Requests a password link, and reads the mail. */
export async function linkFor(site: TestSite, person: Pick<Person, 'userId' | 'email'>): Promise<string> {
  await requestPasswordLink(site.app, person.email);
  await drain(site);
  return mailedLink(site, person.userId);
}

/** What a mailed link needs besides. */
export const furtherOf = async (site: TestSite, token: string, path = '/v2/users/password/reset') =>
  (
    await send<{ further?: object }>(site.app, {
      method: 'GET',
      path,
      headers: { authorization: `Bearer ${token}` },
    })
  ).body.further;

/** Takes the phone off the file. */
export const forgetPhone = ({ dependencies: { db } }: TestSite, { userId }: Pick<Person, 'userId'>) =>
  db.updateTable('users').set({ phoneNumber: '' }).where('id', '=', userId).execute();
