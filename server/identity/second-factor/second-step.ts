import type { Clock } from '../../clock.ts';
import { after, minutes } from '../../clock.ts';
import type { Db, DbOrTrx, Trx } from '../../db/pool.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import type { Sealer } from '../../sealed-secret.ts';
import { hashSecret, newSecret } from '../../secret.ts';
import { provedNow } from '../ownership/session-proofs.ts';
import { openSessionInstead, type SignedIn, type SigningBrowser } from '../session-repository.ts';
import { readUser } from '../user-repository.ts';
import { acceptCode, lockOwner } from './factors.ts';

const lifeMs = minutes(10);
/** Code tries per correct password; the tries per day are limited by `second-factor` of the rate limits. */
const tries = 5;

export type SecondStep = { userId: string; triesLeft: number };

/** After a correct password: a token for the second step, which signs nobody in by itself. */
export async function openSecondStep(trx: Trx, { userId, at }: { userId: string; at: Date }): Promise<string> {
  const token = newSecret();
  await trx
    .insertInto('secondSteps')
    .values({ tokenHash: hashSecret(token), userId, triesLeft: tries, expiresAt: after(at, lifeMs) })
    .execute();
  return token;
}

export async function findSecondStep(
  db: DbOrTrx,
  { token, at }: { token: string; at: Date },
): Promise<SecondStep | null> {
  const step = await db
    .selectFrom('secondSteps')
    .select(['userId', 'triesLeft'])
    .where('tokenHash', '=', hashSecret(token))
    .where('expiresAt', '>', at)
    .where('triesLeft', '>', 0)
    .executeTakeFirst();
  return step ?? null;
}

/** A user who awaits the second factor with the old password must start over. */
export async function endSecondSteps(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('secondSteps').where('userId', '=', userId).execute();
}

export async function forgetSecondSteps(db: DbOrTrx, at: Date): Promise<void> {
  await db.deleteFrom('secondSteps').where('expiresAt', '<=', at).execute();
  await db.deleteFrom('passkeyChallenges').where('expiresAt', '<=', at).execute();
}

type Dependencies = { db: Db; clock: Clock; sealer: Sealer };

/**
 * The second step of a sign-in: a code of the app or a recovery code. A wrong one costs one of the token's tries; a
 * correct one consumes the token and opens a session with a new id, whatever the browser sent (SEC3).
 */
export async function signInWithCode(
  { db, clock, sealer }: Dependencies,
  { token, code, browser }: { token: string; code: string; browser: SigningBrowser },
): Promise<SignedIn | Refusal<'TOKEN_INVALID' | 'WRONG_CODE'>> {
  const at = clock.now();
  return db.transaction().execute(async (trx) => {
    const found = await findSecondStep(trx, { token, at });
    if (!found || !(await lockOwner(trx, found.userId))) return refuse('TOKEN_INVALID');
    // Checked again under the owner's lock, because it may have been used meanwhile.
    const step = await findSecondStep(trx, { token, at });
    const user = step && (await readUser(trx, step.userId));
    if (!step || !user) return refuse('TOKEN_INVALID');
    const own = trx.updateTable('secondSteps').where('tokenHash', '=', hashSecret(token));
    const factorSince = await acceptCode(trx, sealer, { userId: user.id, code, at });
    if (!factorSince) {
      await own.set({ triesLeft: step.triesLeft - 1 }).execute();
      return refuse('WRONG_CODE', { extra: { triesLeft: step.triesLeft - 1 } });
    }
    await own.set({ triesLeft: 0 }).execute();
    const proofs = provedNow(['PASSWORD', 'FACTOR'], at, factorSince);
    return { user, session: await openSessionInstead(trx, { ...browser, userId: user.id, at, proofs }) };
  });
}
