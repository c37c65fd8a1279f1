import { after, minutes } from '../../clock.ts';
import type { DbOrTrx } from '../../db/pool.ts';
import { hashSecret, newSecret } from '../../secret.ts';

/** A login page may stay open for a while before a passkey is chosen in its form. */
const lifeMs = minutes(30);

/** The challenge for an authenticator to sign. `userId`: whose passkey is added; null if anybody's may sign. */
export async function issueChallenge(
  db: DbOrTrx,
  { userId, at }: { userId: string | null; at: Date },
): Promise<string> {
  const challenge = newSecret();
  await db
    .insertInto('passkeyChallenges')
    .values({ challengeHash: hashSecret(challenge), userId, expiresAt: after(at, lifeMs) })
    .execute();
  return challenge;
}

/** Whether a signed challenge is ours and unused; checking it consumes it. */
export async function consumeChallenge(
  db: DbOrTrx,
  { challenge, userId, at }: { challenge: string; userId: string | null; at: Date },
): Promise<boolean> {
  const consumed = await db
    .deleteFrom('passkeyChallenges')
    .where('challengeHash', '=', hashSecret(challenge))
    .where('userId', userId === null ? 'is' : '=', userId)
    .where('expiresAt', '>', at)
    .returning('challengeHash')
    .executeTakeFirst();
  return consumed !== undefined;
}
