import type { Clock } from '../clock.ts';
import type { Db, Trx } from '../db/pool.ts';
import { balanceDocuments } from '../documents/issue-document.ts';
import type { GatewayDispute } from '../gateways/payment/port.ts';
import { phaseOf } from '../payments/dispute.ts';
import { applyDispute, type Dispute, upsertDispute } from '../payments/dispute-repository.ts';
import { moneyOfOrder, type OrderMoney } from '../payments/order-money.ts';
import { lockOrders, orderOfTransaction, type PaidOrder } from '../payments/order-repository.ts';
import { withdrawRefunds } from '../payments/withdraw-refunds.ts';
import { currentSubscription, lockHeldOrPaidBy } from '../subscriptions/subscription-repository.ts';
import { disputeEffects } from './dispute-effects.ts';

type DisputeReport = { dispute: GatewayDispute; reportedAt: Date };
type RecordResult = { step: 'unmatched' | 'recorded' | 'reversed' };

/**
 * Stores the gateway's report on a dispute, and performs its effects once. `unmatched`: no order of its transaction is
 * known, so nothing could be done yet. `reversed`: decided for us after money was taken back, which staff must handle.
 */
export async function recordDispute(
  dependencies: { db: Db; clock: Clock },
  reported: DisputeReport,
): Promise<RecordResult> {
  const recorded = await recordOnce(dependencies, reported);
  return recorded.step === 'moved' ? recordDispute(dependencies, reported) : recorded;
}

/** `moved`: while waiting for its locks, the order moved to another record of its payer (decision 0074). */
async function recordOnce(
  { db, clock }: { db: Db; clock: Clock },
  { dispute: reported, reportedAt }: DisputeReport,
): Promise<RecordResult | { step: 'moved' }> {
  return db.transaction().execute(async (trx) => {
    const at = clock.now();
    const order = await orderOfTransaction(trx, reported.transactionId);
    if (order) {
      await lockHeldOrPaidBy(trx, [order.userId]);
      await lockOrders(trx, [order.id]);
    }
    const before = order && (await moneyOfOrder(trx, order.id));
    const dispute = await upsertDispute(trx, { reported, reportedAt, at });
    if (!order || !before) return { step: 'unmatched' };
    if ((await orderOfTransaction(trx, reported.transactionId))?.userId !== order.userId) return { step: 'moved' };
    const phase = phaseOf(dispute);
    if (phase === dispute.applied && !(await hasTakenRest(trx, { order, before }))) {
      await balanceBooks(trx, { dispute, order, at });
      return { step: 'recorded' };
    }
    const own = await currentSubscription(trx, order.userId);
    await applyDispute(trx, { id: dispute.id, orderId: order.id, userId: order.userId, applied: phase });
    await disputeEffects[phase](trx, { dispute, order, own, at });
    await balanceBooks(trx, { dispute, order, at });
    return { step: dispute.applied === 'RETURNED' && phase === 'STANDS' ? 'reversed' : 'recorded' };
  });
}

/** A bank that had returned a part has raised it: none of the payer's money is left for a plan. */
async function hasTakenRest(
  trx: Trx,
  { order, before }: { order: PaidOrder; before: Pick<OrderMoney, 'ownLeftCents'> },
): Promise<boolean> {
  return before.ownLeftCents > 0 && (await moneyOfOrder(trx, order.id)).ownLeftCents === 0;
}

/** What the bank has charged back is not refunded by us as well, and is credited. */
async function balanceBooks(
  trx: Trx,
  { dispute, order, at }: { dispute: Dispute; order: PaidOrder; at: Date },
): Promise<void> {
  if ((await moneyOfOrder(trx, order.id)).returnedCents > 0) await withdrawRefunds(trx, { order, at });
  await balanceDocuments(trx, { orderId: order.id, cause: `dispute:${dispute.id}`, at });
}
