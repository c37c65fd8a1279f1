import type { Clock } from '../clock.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Db, Trx } from '../db/pool.ts';
import { balanceDocuments } from '../documents/issue-document.ts';
import { moneyOfOrder } from '../payments/order-money.ts';
import { markSettlementDeclined, orderOfTransaction, type PaidOrder, readOrder } from '../payments/order-repository.ts';
import { isBeingCharged } from '../payments/payment-attempt-repository.ts';
import { boughtForOthers, endWaiting } from '../payments/unpaid-order-repository.ts';
import { withdrawRefunds } from '../payments/withdraw-refunds.ts';
import { returnActivationCodes } from '../pricing/activation-code-repository.ts';
import type { StoredQuote } from '../pricing/stored-quote.ts';
import { quoteAgain } from '../professionals/unpaid-orders.ts';
import type { Subscription } from '../subscriptions/subscription-repository.ts';
import { lockSubscriptionsPaidBy } from '../subscriptions/unpaid-terms.ts';
import { type RevertResult, revertPayment } from './revert-payment.ts';

/**
 * `unmatched`: no order of this transaction is known yet. `busy`: another charge of the same plan is in progress.
 * `kept`: plans of the order that staff must check, because they have changed since.
 */
export type DeclinedSettlement =
  | { step: 'unmatched' | 'busy' | 'known' }
  | { step: 'recorded'; orderId: string; kept: string[] };

export function needsManualReview(declined: DeclinedSettlement): boolean {
  return declined.step === 'recorded' && declined.kept.length > 0;
}

/** Families hold what professionals buy: it stays unchanged while it can be paid again (`withdraw-unpaid-order.ts`). */
const isForOthers = ({ purpose }: PaidOrder) => boughtForOthers.some((one) => one === purpose);

/**
 * Handles a sale that was approved and then declined in settlement: what it paid for waits for another payment.
 * Idempotent.
 */
export async function recordDeclinedSettlement(
  { db, clock }: { db: Db; clock: Clock },
  { transactionId }: { transactionId: string },
): Promise<DeclinedSettlement> {
  return db.transaction().execute(async (trx) => {
    const at = clock.now();
    const paid = await orderOfTransaction(trx, transactionId);
    if (!paid) return { step: 'unmatched' };
    const paidFor = isForOthers(paid) ? [] : await lockSubscriptionsPaidBy(trx, paid);
    if (await isAnyCharged(trx, paidFor)) return { step: 'busy' };
    // While waiting for its locks, it may have moved to another record of its payer (decision 0074).
    const order = await markSettlementDeclined(trx, { id: paid.id, at });
    if (!order) return { step: 'known' };
    const reverted: (RevertResult & { id: string })[] = [];
    for (const current of paidFor)
      reverted.push({ id: current.id, ...(await revertPayment(trx, { order, current, at })) });
    await reverseOrder(trx, { order, reverted, at });
    const keptIds = reverted.filter(({ outcome }) => outcome === 'KEPT').map(({ id }) => id);
    return { step: 'recorded', orderId: order.id, kept: keptIds };
  });
}

/** With several plans, the payer is notified of the first of these outcomes. */
const outcomePriority = ['ENDED', 'DOWNGRADED', 'WAITING'] as const;

async function isAnyCharged(trx: Trx, subscriptions: readonly Subscription[]): Promise<boolean> {
  for (const { id } of subscriptions)
    if (await isBeingCharged(trx, { subjectId: id, purposes: ['RENEWAL', 'UPGRADE'] })) return true;
  return false;
}

/** Nothing is due for a bundle whose codes were all refunded before, so its order does not wait. */
async function changeOfUnpaid(trx: Trx, { orderId, at }: { orderId: string; at: Date }): Promise<'UNPAID' | 'NOTHING'> {
  const bought = await readOrder<StoredQuote>(trx, orderId);
  if (!bought || (await quoteAgain(trx, bought)).priced.total > 0) return 'UNPAID';
  await endWaiting(trx, { id: orderId, withdrawnAt: at });
  return 'NOTHING';
}

/** Codes get back what they had paid if the payer must pay again; a refund of an unsettled payment is not sent. */
async function reverseOrder(
  trx: Trx,
  { order, reverted, at }: { order: PaidOrder; reverted: readonly RevertResult[]; at: Date },
): Promise<void> {
  const { id: orderId, attemptId } = order;
  const outcomes = reverted.map(({ outcome }) => outcome);
  const unpaid = outcomes.filter((outcome) => outcome !== 'KEPT').length;
  const isForOneOfTwo = order.payForCoParent && unpaid === 1;
  const isShareLeft = isForOneOfTwo && !(await moneyOfOrder(trx, orderId)).isShareReturned;
  if (unpaid > 0) await returnActivationCodes(trx, { attemptId, people: isShareLeft ? 2 : 1, at });
  await withdrawRefunds(trx, { order, at });
  await balanceDocuments(trx, { orderId, cause: `settlement:${orderId}`, at });
  const change = isForOthers(order)
    ? await changeOfUnpaid(trx, { orderId, at })
    : (outcomePriority.find((outcome) => outcomes.includes(outcome)) ?? 'NOTHING');
  await enqueue(trx, {
    name: 'send-settlement-declined',
    payload: { orderId, change },
    key: `settlement-declined:${orderId}`,
  });
}
