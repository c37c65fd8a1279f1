import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import { type Refusal, refuse, refuseFields } from '../refusal.ts';
import { keepsPassword, userWithHash } from './credentials-repository.ts';
import { verifyPassword } from './password.ts';
import { markProved } from './session-repository.ts';

/**
 * Whoever is signed in proves once more, by their password, that the account is theirs: what is asked for before
 * anything that would hand it to somebody else. The proof is the session's alone, and holds for `proofLifeMs`.
 */
export async function proveByPassword(
  { db, clock }: { db: Db; clock: Clock },
  { session, password }: { session: { id: string; user: { id: string } }; password: string },
): Promise<{ proved: true } | Refusal<'NOT_SIGNED_IN' | 'VALIDATION'>> {
  const user = await userWithHash(db, session.user.id);
  if (!user || user.passwordHash === null) return refuse('NOT_SIGNED_IN');
  const wrong = refuseFields({ field: 'password', code: 'current_password' });
  if (!(await verifyPassword(user.passwordHash, password))) return wrong;
  return db.transaction().execute(async (trx) => {
    if (!(await keepsPassword(trx, user))) return wrong;
    await markProved(trx, { id: session.id, at: clock.now() });
    return { proved: true as const };
  });
}
