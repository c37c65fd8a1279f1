import type { PasskeyAnswer } from '#contract/api/passkeys.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import { type Refusal, refuse, refuseFields } from '../refusal.ts';
import type { Sealer } from '../sealed-secret.ts';
import { lockUnchangedPassword, userWithHash } from './credentials-repository.ts';
import { provedNow } from './ownership/session-proofs.ts';
import { verifyPassword } from './password.ts';
import { acceptCode, hasSecondFactor } from './second-factor/factors.ts';
import { type PasskeySite, verifyAuthentication } from './second-factor/passkey.ts';
import { markProved } from './session-repository.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  sealer: Sealer;
  /** Counts a try of a second factor's code. */
  mayTryCode: () => Promise<Refusal<'TOO_MANY_REQUESTS'> | null>;
};
type ProvedSession = { id: string; user: { id: string } };
type IdentityProof = { proved: true };

/**
 * A signed-in user proves their identity again by password: required before anything that could hand the account over.
 * With a second factor its code is required too, and counted only once the password was correct: whoever finds a screen
 * unlocked must not use up its owner's tries. The proof belongs to the session and is valid for `proofLifeMs`.
 */
export async function proveByPassword(
  { db, clock, sealer, mayTryCode }: Dependencies,
  { session, password, code }: { session: ProvedSession; password: string; code?: string | undefined },
): Promise<
  IdentityProof | Refusal<'NOT_SIGNED_IN' | 'VALIDATION' | 'SECOND_FACTOR_NEEDED' | 'WRONG_CODE' | 'TOO_MANY_REQUESTS'>
> {
  const user = await userWithHash(db, session.user.id);
  if (!user || user.passwordHash === null) return refuse('NOT_SIGNED_IN');
  const wrong = refuseFields({ field: 'password', code: 'current_password' });
  if (!(await verifyPassword(user.passwordHash, password))) return wrong;
  const limited = code !== undefined && (await hasSecondFactor(db, user.id)) ? await mayTryCode() : null;
  if (limited) return limited;
  return db.transaction().execute(async (trx) => {
    const at = clock.now();
    if (!(await lockUnchangedPassword(trx, user))) return wrong;
    let proofs = provedNow(['PASSWORD'], at);
    if (await hasSecondFactor(trx, user.id)) {
      if (code === undefined) return refuse('SECOND_FACTOR_NEEDED');
      const factorSince = await acceptCode(trx, sealer, { userId: user.id, code, at });
      if (!factorSince) return refuse('WRONG_CODE');
      proofs = provedNow(['PASSWORD', 'FACTOR'], at, factorSince);
    }
    await markProved(trx, { id: session.id, at, proofs });
    return { proved: true as const };
  });
}

/** The same by one of their own passkeys, which counts as both factors. Another person's proves nothing. */
export async function proveByPasskey(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  { session, response, site }: { session: ProvedSession; response: PasskeyAnswer; site: PasskeySite },
): Promise<IdentityProof | Refusal<'PASSKEY_FAILED'>> {
  const at = clock.now();
  return db.transaction().execute(async (trx) => {
    const owner = await verifyAuthentication(trx, site, { response, at });
    if (owner?.userId !== session.user.id) return refuse('PASSKEY_FAILED');
    await markProved(trx, { id: session.id, at, proofs: provedNow(['FACTOR'], at, owner.addedAt) });
    return { proved: true as const };
  });
}
