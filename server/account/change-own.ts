import type { ActivityKind } from '#contract/account/activity.ts';
import type { ProblemCode } from '#contract/error-codes.ts';
import type { Clock } from '../clock.ts';
import type { Db, Trx } from '../db/pool.ts';
import { recordActivity } from '../identity/activity.ts';
import { endedMeanwhile, isOwnershipChange, recordOwnershipChange } from '../identity/ownership/record-change.ts';
import type { SessionProofs } from '../identity/ownership/session-proofs.ts';
import { lockUser, type User } from '../identity/user-repository.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** The signed-in user and session, for changes of their own data. */
export type OwnSession = { id: string; user: Pick<User, 'id'>; device: string; proofs: SessionProofs };

/**
 * Changes the signed-in user's data and logs it as an activity, in one transaction that locks their row, so that
 * concurrent changes wait for each other. `change` returns a refusal, or whether anything changed.
 */
export async function changeOwn<Code extends ProblemCode = never>(
  { db, clock }: { db: Db; clock: Clock },
  { session, kind }: { session: OwnSession; kind: ActivityKind },
  change: (trx: Trx, own: { user: User; at: Date }) => Promise<Refusal<Code> | boolean>,
): Promise<Refusal<Code | 'NOT_SIGNED_IN' | 'ACCOUNT_FROZEN'> | null> {
  return db.transaction().execute(async (trx) => {
    const at = clock.now();
    const user = await lockUser(trx, session.user.id);
    if (user?.status !== 'ACTIVE' && user?.status !== 'CREDENTIALS_NEEDED') return refuse('NOT_SIGNED_IN');
    const activity = { userId: user.id, device: session.device, at };
    if (isOwnershipChange(kind)) {
      const own = { ...activity, session, kind, proofs: session.proofs };
      const changed = await recordOwnershipChange(trx, own, () => change(trx, { user, at }));
      return typeof changed === 'boolean' ? null : changed;
    }
    const ended = await endedMeanwhile(trx, { userId: user.id, session });
    if (ended) return ended;
    const changed = await change(trx, { user, at });
    if (typeof changed !== 'boolean') return changed;
    if (changed) await recordActivity(trx, { ...activity, kind });
    return null;
  });
}
