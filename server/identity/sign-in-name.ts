import { normaliseEmail } from '#contract/fields/typed-text.ts';
import { normaliseUsername } from '#contract/sign-in/username.ts';
import type { DbOrTrx } from '../db/pool.ts';
import { isProvenByAnother } from './find-people.ts';

/** The rate limits' key for a name typed at the login, whether or not it exists. */
export const nameSubject = (typed: string) =>
  (typed.includes('@') ? normaliseEmail(typed) : normaliseUsername(typed).toLowerCase()).slice(0, 100);

/**
 * The username meant at the login: an e-mail stands for it if exactly one account has it. An unknown or shared address
 * stays unchanged and signs nobody in. Usernames contain no at sign.
 */
export async function usernameMeant(db: DbOrTrx, typed: string): Promise<string> {
  if (!typed.includes('@') || typed.includes('\u0000') || !typed.isWellFormed()) return typed;
  const [one, another] = await db
    .selectFrom('users')
    .select('username')
    .where('emailNormalised', '=', normaliseEmail(typed))
    .where('username', 'is not', null)
    .where('status', '!=', 'CLOSED')
    .where(isProvenByAnother, '=', false)
    .limit(2)
    .execute();
  return one?.username && !another ? one.username : typed;
}
