import { timingSafeEqual } from 'node:crypto';
import { normaliseEmail } from '#contract/fields/typed-text.ts';
import { after, type Clock, hours } from '../clock.ts';
import type { Db, DbOrTrx } from '../db/pool.ts';
import { hashSecret, type TokenMaker } from '../secret.ts';
import { freeAddress } from './proven-email.ts';
import { lockRequest, recoveryCode } from './recovery-request.ts';

/** How long a browser that entered the code counts as the address's reader: enough to sign up and pay. */
export const addressProofHours = 2;

/**
 * Checks the code mailed to an address, at most five times. The correct one takes the address from accounts that never
 * proved it. For an address to which nothing was mailed the path is the same: no code is correct.
 */
export async function checkAddressCode(
  { db, clock, makeToken }: { db: Db; clock: Clock; makeToken: TokenMaker },
  { token, code }: { token: string | null; code: string },
): Promise<{ proven: boolean; triesLeft: number }> {
  const at = clock.now();
  if (token === null) return { proven: false, triesLeft: 0 };
  return db.transaction().execute(async (trx) => {
    const request = await lockRequest(trx, { kind: 'ADDRESS', token, at });
    if (!request || request.triesLeft === 0) return { proven: false, triesLeft: 0 };
    const { id, typed, triesLeft, verifiedAt } = request;
    const isRight = timingSafeEqual(Buffer.from(recoveryCode(makeToken, id)), Buffer.from(code));
    // Entered again, because the first answer was lost.
    if (verifiedAt !== null) return { proven: isRight, triesLeft: isRight ? triesLeft : 0 };
    const email = typed?.['email'];
    const proven = isRight && email !== undefined;
    const change = proven
      ? { verifiedAt: at, expiresAt: after(at, hours(addressProofHours)) }
      : { triesLeft: triesLeft - 1 };
    await trx.updateTable('recoveryRequests').set(change).where('id', '=', id).execute();
    if (proven) await freeAddress(trx, { email, at });
    return { proven, triesLeft: proven ? triesLeft : triesLeft - 1 };
  });
}

/** The address that a browser has proved with a code, normalised; null: none, or too long ago. */
export async function emailProvenBy(
  db: DbOrTrx,
  { token, at }: { token: string | null; at: Date },
): Promise<string | null> {
  if (token === null) return null;
  const request = await db
    .selectFrom('recoveryRequests')
    .select('typed')
    .where('tokenHash', '=', hashSecret(token))
    .where('kind', '=', 'ADDRESS')
    .where('verifiedAt', 'is not', null)
    .where('expiresAt', '>', at)
    .executeTakeFirst();
  const email = request?.typed?.['email'];
  return email === undefined ? null : normaliseEmail(email);
}
