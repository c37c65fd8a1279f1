import { after, type Clock, seconds } from '../clock.ts';
import type { Db, Trx } from '../db/pool.ts';
import type { Purpose } from '../db/schema.ts';
import { isUnsettled, type PaymentAttempt, type StoredOutcome } from '../payments/payment-attempt.ts';
import { lockAttempt, markUnknown, settleAttempt } from '../payments/payment-attempt-repository.ts';
import { settleActivationCodes } from '../pricing/activation-code-repository.ts';
import { settleCoupon } from '../pricing/coupon-repository.ts';
import { askGatewayLater } from './ask-gateway-later.ts';

export type Settled = { attempt: PaymentAttempt; outcome: StoredOutcome; at: Date };

/** What a purpose does when its money is known to have moved, or not. Runs inside the settling transaction. */
export type Completion = {
  approved: (trx: Trx, settled: Settled) => Promise<void>;
  refused: (trx: Trx, settled: Settled) => Promise<void>;
};
export type Completions = Partial<Record<Purpose, Completion>>;
export type SettleDependencies = {
  db: Db;
  clock: Clock;
  completions: Completions;
  /** Told of each outcome once it is committed. */
  onSettled?: ((settled: Settled) => void) | undefined;
};

/**
 * Ends an attempt with what is known and does everything that follows in the same transaction: order, subscription,
 * people, receipt, jobs. A second settlement of one attempt changes nothing.
 */
export async function settlePayment(
  { db, clock, completions, onSettled }: SettleDependencies,
  { attemptId, outcome }: { attemptId: string; outcome: StoredOutcome },
): Promise<void> {
  const done = await db.transaction().execute(async (trx) => {
    const attempt = await lockAttempt(trx, attemptId);
    if (!attempt || !isUnsettled(attempt.state)) return null;
    const settled = { attempt, outcome, at: clock.now() };
    await settleAttempt(trx, { current: attempt, outcome, at: settled.at });
    const moved = outcome.outcome === 'approved' || outcome.outcome === 'covered_by_codes';
    const state = moved ? 'REDEEMED' : 'RELEASED';
    await settleCoupon(trx, { attemptId, state });
    await settleActivationCodes(trx, { attemptId, state });
    const completion = completions[attempt.purpose];
    if (!completion) throw new Error(`Nothing completes a payment for ${attempt.purpose}`);
    await completion[moved ? 'approved' : 'refused'](trx, settled);
    return settled;
  });
  if (done) onSettled?.(done);
}

/** A lost answer is often there a moment later, and somebody is watching: asking moves no money. */
const firstAskMs = seconds(10);

/** Nobody knows yet. The reconciler finds out. */
export async function leaveUnknown({ db, clock }: { db: Db; clock: Clock }, attemptId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const attempt = await lockAttempt(trx, attemptId);
    if (!attempt || !isUnsettled(attempt.state)) return;
    await markUnknown(trx, attempt);
    await askGatewayLater(trx, { attemptId, runAt: after(clock.now(), firstAskMs) });
  });
}
