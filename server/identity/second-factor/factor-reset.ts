import { factorResetHours } from '#contract/sign-in/second-factor.ts';
import { after, type Clock, hours } from '../../clock.ts';
import { enqueue } from '../../db/job-queue.ts';
import type { Db, DbOrTrx, Trx } from '../../db/pool.ts';
import type { Row } from '../../db/schema.ts';
import { newId } from '../../new-id.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import { hashSecret, type TokenMaker } from '../../secret.ts';
import { recordActivity } from '../activity.ts';
import { recordOwnershipChange } from '../ownership/record-change.ts';
import { provedNow } from '../ownership/session-proofs.ts';
import { readUser } from '../user-repository.ts';
import { hasSecondFactor, lockOwner, removeEveryFactor } from './factors.ts';
import { findSecondStep } from './second-step.ts';

const columns = ['id', 'userId', 'device', 'askedAt', 'dueAt', 'stoppedAt', 'doneAt'] as const;
export type FactorReset = Row<'factorResets', typeof columns>;
type Dependencies = { db: Db; clock: Clock };

/**
 * The secret of the link that stops it, in mail and text: derived, so that a repeated message contains the same one.
 */
export const stopSecret = (makeToken: TokenMaker, id: string) => makeToken('FACTOR_RESET_STOP', id);

export async function readReset(db: DbOrTrx, id: string): Promise<FactorReset | null> {
  return (await db.selectFrom('factorResets').select(columns).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** The pending one; null if there is none. */
export async function openReset(db: DbOrTrx, userId: string): Promise<FactorReset | null> {
  const found = await db
    .selectFrom('factorResets')
    .select(columns)
    .where('userId', '=', userId)
    .where('stoppedAt', 'is', null)
    .where('doneAt', 'is', null)
    .executeTakeFirst();
  return found ?? null;
}

/** Whose reset a mailed or texted link stops, in any state. */
export async function resetOfLink(db: DbOrTrx, secret: string): Promise<FactorReset | null> {
  const found = await db
    .selectFrom('factorResets')
    .select(columns)
    .where('stopHash', '=', hashSecret(secret))
    .executeTakeFirst();
  return found ?? null;
}

/**
 * Starts the waiting period after which every factor is removed: mail, text and each session announce it, and each can
 * stop it. A repeated request keeps the first one and notifies nobody again. `token`: of the second step after
 * the password; the caller has verified any further proof.
 */
export async function requestFactorReset(
  { db, clock, makeToken }: Dependencies & { makeToken: TokenMaker },
  { userId, token, device }: { userId: string; token: string; device: string },
): Promise<{ dueAt: Date } | Refusal<'TOKEN_INVALID'>> {
  const at = clock.now();
  return db.transaction().execute(async (trx) => {
    if (!(await lockOwner(trx, userId)) || !(await hasSecondFactor(trx, userId))) return refuse('TOKEN_INVALID');
    // A new password, or a decision about the account, has ended it meanwhile.
    if ((await findSecondStep(trx, { token, at }))?.userId !== userId) return refuse('TOKEN_INVALID');
    const waiting = await openReset(trx, userId);
    if (waiting) return { dueAt: waiting.dueAt };
    const id = newId(at);
    const dueAt = after(at, hours(factorResetHours));
    const stopHash = hashSecret(stopSecret(makeToken, id));
    await trx.insertInto('factorResets').values({ id, userId, device, stopHash, askedAt: at, dueAt }).execute();
    for (const name of ['send-factor-reset-mail', 'send-factor-reset-text'] as const)
      await enqueue(trx, { name, payload: { resetId: id } });
    await enqueue(trx, {
      name: 'complete-factor-reset',
      payload: { resetId: id },
      runAt: dueAt,
      key: `factor-reset:${id}`,
    });
    await recordActivity(trx, { userId, kind: 'FACTOR_RESET_ASKED', device, at });
    return { dueAt };
  });
}

/** Ends a waiting period; the caller holds the owner's lock. True if there was one. */
export async function stopOpenReset(
  trx: Trx,
  { userId, device, at }: { userId: string; device: string; at: Date },
): Promise<boolean> {
  const stopped = await trx
    .updateTable('factorResets')
    .set({ stoppedAt: at })
    .where('userId', '=', userId)
    .where('stoppedAt', 'is', null)
    .where('doneAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!stopped) return false;
  await recordActivity(trx, { userId, kind: 'FACTOR_RESET_STOPPED', device, at });
  return true;
}

export type StopResult = { state: 'STOPPED' | 'DONE' };

/** Stops a wait from a session or by a link. `DONE`: too late. A wait that was stopped before stays stopped. */
export async function stopFactorReset(
  { db, clock }: Dependencies,
  { reset, device }: { reset: FactorReset; device: string },
): Promise<StopResult> {
  const at = clock.now();
  return db.transaction().execute(async (trx) => {
    await lockOwner(trx, reset.userId);
    const now = await readReset(trx, reset.id);
    if (now?.doneAt) return { state: 'DONE' };
    if (now && !now.stoppedAt) await stopOpenReset(trx, { userId: reset.userId, device, at });
    return { state: 'STOPPED' };
  });
}

/** While ownership of the account is disputed, nothing is removed; the decision ends the wait or lets it complete. */
async function isFrozen(trx: Trx, userId: string): Promise<boolean> {
  return (await readUser(trx, userId))?.frozenAt !== null;
}

/** Removes every factor once the waiting period is over and was not stopped. Idempotent. */
export async function completeFactorReset({ db, clock }: Dependencies, resetId: string): Promise<void> {
  const at = clock.now();
  await db.transaction().execute(async (trx) => {
    const reset = await readReset(trx, resetId);
    if (!reset || !(await lockOwner(trx, reset.userId)) || (await isFrozen(trx, reset.userId))) return;
    const done = await trx
      .updateTable('factorResets')
      .set({ doneAt: at })
      .where('id', '=', resetId)
      .where('stoppedAt', 'is', null)
      .where('doneAt', 'is', null)
      .where('dueAt', '<=', at)
      .returning('device')
      .executeTakeFirst();
    if (!done) return;
    const change = { userId: reset.userId, session: null, kind: 'FACTOR_RESET_DONE', device: done.device, at } as const;
    await recordOwnershipChange(trx, { ...change, proofs: provedNow(['PASSWORD'], at) }, () =>
      removeEveryFactor(trx, reset.userId),
    );
  });
}
