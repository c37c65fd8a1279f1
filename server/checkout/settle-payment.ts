import { after, type Clock, seconds } from '../clock.ts';
import { enqueueTogether } from '../db/job-queue.ts';
import type { Db, Trx } from '../db/pool.ts';
import type { Sellers } from '../documents/sellers.ts';
import {
  isUnsettled,
  isWithdrawn,
  movedNothing,
  type PaymentAttempt,
  type SettledOutcome,
} from '../payments/payment-attempt.ts';
import { lockAttempt, markUnknown, settleAttempt } from '../payments/payment-attempt-repository.ts';
import { enqueueLateChargeCheck, firstLateCheck } from '../payments/void-late-charge.ts';
import { settleActivationCodes } from '../pricing/activation-code-repository.ts';
import { settleCoupon } from '../pricing/coupon-repository.ts';
import { lockHeldOrPaidBy, lockSubscription } from '../subscriptions/subscription-repository.ts';
import { enqueueReconciliation } from './enqueue-reconciliation.ts';
import { issueOrderInvoice } from './invoice.ts';
import { type PurchaseKind, type PurchaseOf, readPurchase } from './purchase.ts';

export type Settled<Kind extends PurchaseKind = PurchaseKind> = {
  attempt: PaymentAttempt;
  purchase: PurchaseOf<Kind>;
  outcome: SettledOutcome;
  at: Date;
};

/** An unsettled attempt and its purchase. */
export type Begun<Kind extends PurchaseKind = PurchaseKind> = Pick<Settled<Kind>, 'attempt' | 'purchase' | 'at'>;

/**
 * The effects of a purchase's approval or decline, inside the settling transaction. `isWanted`: whether an approval
 * would still deliver the purchase, checked before a sale is sent again.
 */
export type Completion<Kind extends PurchaseKind> = {
  isWanted: (trx: Trx, begun: Begun<Kind>) => Promise<boolean>;
  approved: (trx: Trx, settled: Settled<Kind>) => Promise<void>;
  refused: (trx: Trx, settled: Settled<Kind>) => Promise<void>;
};
export type Completions = { [Kind in PurchaseKind]: Completion<Kind> };
export type SettleDependencies = {
  db: Db;
  clock: Clock;
  completions: Completions;
  sellers: Sellers;
  /** Called with each outcome once it is committed. */
  onSettled?: ((settled: Settled) => void) | undefined;
};

type Settlement = {
  attemptId: string;
  outcome: SettledOutcome;
  /** The number of sends when the outcome was read: a sale that is missing then says nothing about a later send. */
  sends?: number;
};

/**
 * Settles an attempt with all its effects in one transaction: order, subscription, people, invoice, jobs. Settling it
 * again changes nothing, and a sale that appears afterwards is voided. False if the attempt was sent again meanwhile
 * and is still open.
 */
export async function settlePayment(
  { db, onSettled, ...dependencies }: SettleDependencies,
  settlement: Settlement,
): Promise<boolean> {
  const done = await db.transaction().execute((trx) => settleIn(trx, dependencies, settlement));
  if (done && done !== 'sent again') onSettled?.(done);
  return done !== 'sent again';
}

/** The same in the caller's transaction. Null if it was already settled. */
export async function settleIn(
  trx: Trx,
  { clock, completions, sellers }: Pick<SettleDependencies, 'clock' | 'completions' | 'sellers'>,
  { attemptId, outcome, sends }: Settlement,
): Promise<Settled | 'sent again' | null> {
  const attempt = await lockAttempt(trx, attemptId);
  if (!attempt) return null;
  const isPaid = outcome.outcome === 'approved' || outcome.outcome === 'covered_by_codes';
  if (!isUnsettled(attempt.state)) {
    if (outcome.outcome === 'approved' && movedNothing(attempt.state))
      await enqueueLateChargeCheck(trx, { attemptId, runAt: clock.now() });
    return null;
  }
  if (!isPaid && sends !== undefined && sends !== attempt.sends) return 'sent again';
  const settled = { attempt, purchase: readPurchase(attempt), outcome, at: clock.now() };
  await settleAttempt(trx, { current: attempt, outcome, at: settled.at });
  if (!isPaid && mayAppear(attempt, outcome))
    await enqueueLateChargeCheck(trx, { attemptId, runAt: firstLateCheck(settled.at) });
  const state = isPaid ? 'REDEEMED' : 'RELEASED';
  const { coupon, codes } = settled.purchase.quote.priced;
  if (coupon) await settleCoupon(trx, { attemptId, state });
  if (codes.length > 0) {
    // A term that is paid again, or begins again, uses codes: they are locked after its subscription, as everywhere. A
    // card that is stored with the payment locks its payer's other subscriptions too.
    const { purchase } = settled;
    if ('buyerId' in purchase && purchase.payer.storeInVault) await lockHeldOrPaidBy(trx, [purchase.buyerId]);
    await lockSubscription(trx, attempt.subjectId);
    await settleActivationCodes(trx, { attemptId, state, at: settled.at });
  }
  await enqueueTogether(trx, async () => {
    await completionOf(completions, settled.purchase.kind)[isPaid ? 'approved' : 'refused'](trx, settled);
    // Last, because the number series stays locked until the commit.
    if (isPaid) await issueOrderInvoice(trx, { attemptId, payer: settled.purchase.payer, sellers, at: settled.at });
  });
  return settled;
}

/** Whether an unsettled attempt would still be started under the current rules. */
export function isStillWanted(
  { db, clock, completions }: Pick<SettleDependencies, 'db' | 'clock' | 'completions'>,
  attempt: PaymentAttempt,
): Promise<boolean> {
  const purchase = readPurchase(attempt);
  return db
    .transaction()
    .execute((trx) => completionOf(completions, purchase.kind).isWanted(trx, { attempt, purchase, at: clock.now() }));
}

function completionOf<Kind extends PurchaseKind>(completions: Completions, kind: Kind): Completion<Kind> {
  return completions[kind];
}

/**
 * Whether a sale may still appear, to be voided or refunded: the gateway's response concerns only the last send. It
 * rejects a nonce that an earlier send used up, even if its search does not find that sale yet.
 */
function mayAppear({ sends }: PaymentAttempt, outcome: SettledOutcome): boolean {
  return (
    sends > 1 ||
    isWithdrawn(outcome) ||
    (outcome.outcome === 'rejected' && outcome.errors.some(({ code }) => code === 'nonce_expired'))
  );
}

/** After a lost response the sale is often found at once, and the payer is waiting; a search moves no money. */
const reconcileDelayMs = seconds(10);

/** Marks the outcome as unknown, for the reconciler to read. */
export async function markAttemptUnknown({ db, clock }: { db: Db; clock: Clock }, attemptId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const attempt = await lockAttempt(trx, attemptId);
    if (!attempt || !isUnsettled(attempt.state)) return;
    await markUnknown(trx, attempt);
    await enqueueReconciliation(trx, { attemptId, runAt: after(clock.now(), reconcileDelayMs) });
  });
}
