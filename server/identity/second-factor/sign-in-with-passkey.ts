import type { PasskeyAnswer } from '#contract/api/passkeys.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/pool.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import { provedNow } from '../ownership/session-proofs.ts';
import { openSessionInstead, type SignedIn, type SigningBrowser } from '../session-repository.ts';
import { readUser } from '../user-repository.ts';
import { type PasskeySite, verifyAuthentication } from './passkey.ts';

/**
 * Signs a user in by passkey alone: the device has verified its owner, so it counts as both factors. Unknown, closed
 * and wrong get the same refusal.
 */
export async function signInWithPasskey(
  { db, clock }: { db: Db; clock: Clock },
  { response, browser, site }: { response: PasskeyAnswer; browser: SigningBrowser; site: PasskeySite },
): Promise<SignedIn | Refusal<'PASSKEY_FAILED'>> {
  const at = clock.now();
  return db.transaction().execute(async (trx) => {
    const proved = await verifyAuthentication(trx, site, { response, at });
    const user = proved && (await readUser(trx, proved.userId));
    if (!proved || !user) return refuse('PASSKEY_FAILED');
    const proofs = provedNow(['FACTOR'], at, proved.addedAt);
    return { user, session: await openSessionInstead(trx, { ...browser, userId: user.id, at, proofs }) };
  });
}
