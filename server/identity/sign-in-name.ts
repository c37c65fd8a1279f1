import { normaliseUsername } from '#contract/credentials.ts';
import { normaliseEmail } from '#contract/fields.ts';
import type { DbOrTrx } from '../db/pool.ts';

/** How limits know a name that is typed at the login, whether or not somebody has it. */
export const nameSubject = (typed: string) => normaliseUsername(typed).toLowerCase().slice(0, 100);

/**
 * The username that was meant at the login: an e-mail stands for it where exactly one account has it. An address that
 * nobody has, or several, stays what it is and signs nobody in. Usernames hold no at sign.
 */
export async function usernameMeant(db: DbOrTrx, typed: string): Promise<string> {
  if (!typed.includes('@') || typed.includes('\u0000') || !typed.isWellFormed()) return typed;
  const [one, another] = await db
    .selectFrom('users')
    .select('username')
    .where('emailNormalised', '=', normaliseEmail(typed))
    .where('username', 'is not', null)
    .where('status', '!=', 'CLOSED')
    .limit(2)
    .execute();
  return one?.username && !another ? one.username : typed;
}
