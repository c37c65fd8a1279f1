import { giveBack } from '../checkout/give-back.ts';
import { insertPaidOrder } from '../checkout/paid-order.ts';
import type { Completion, Settled } from '../checkout/settle-payment.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Trx } from '../db/pool.ts';
import type { RefundReason } from '../db/schema.ts';
import { dayIn, dueDay } from '../subscriptions/calendar.ts';
import { nextPeriod } from '../subscriptions/renewal-schedule.ts';
import { awaits, declined, paid } from '../subscriptions/subscription-life.ts';
import {
  changeSubscription,
  hasCurrentSubscription,
  insertPeriod,
  lockSubscription,
  type Subscription,
  zoneOf,
} from '../subscriptions/subscription-repository.ts';
import { agreeToRenewals } from './agree-to-renewals.ts';
import { endSubscription } from './end-subscription.ts';
import type { RenewalPurchase } from './renew-subscription.ts';
import { enqueueDeclinedMail } from './renewal-mails.ts';

type Renewal = { settled: Settled; purchase: RenewalPurchase; current: Subscription };

/** Turns a paid renewal into the next period, and a declined one into the day of the next try. */
export const renewalCompletion: Completion = {
  approved: async (trx, settled) => {
    const renewal = await read(trx, settled);
    const { current, purchase } = renewal;
    const orderId = await insertPaidOrder(trx, {
      settled,
      purchase,
      userId: purchase.buyerId,
      familyId: current.familyId,
    });
    const { period } = purchase;
    const paidCents = settled.attempt.amountCents;
    // A new start waits for no day: somebody may have given this person another plan since the press.
    const covered = purchase.kind === 'NEW_START' && (await hasCurrentSubscription(trx, current.userId));
    const stillWanted = !covered && awaits(current, purchase);
    const isNew =
      stillWanted && (await insertPeriod(trx, { subscriptionId: current.id, ...period, orderId, paidCents }));
    if (!isNew) return giveBack(trx, { settled, orderId, userId: purchase.buyerId, reason: reasonOf(renewal) });
    await beginPeriod(trx, renewal);
    await enqueue(trx, { name: 'send-receipt', payload: { orderId }, key: `receipt:${orderId}` });
  },
  refused: async (trx, settled) => {
    const { current, purchase } = await read(trx, settled);
    if (purchase.kind === 'NEW_START' || !awaits(current, purchase)) return;
    await countDecline(trx, { current, settled });
  },
};

async function read(trx: Trx, settled: Settled): Promise<Renewal> {
  const current = await lockSubscription(trx, settled.attempt.subjectId);
  if (!current) throw new Error('A renewal belongs to no subscription');
  const purchase = settled.attempt.purchase as RenewalPurchase;
  return {
    settled,
    current,
    purchase: purchase.kind === 'NEW_START' ? await fromToday(trx, { settled, purchase }) : purchase,
  };
}

/** A new start begins on its receipt's day, also where it was not known before midnight that it was paid. */
async function fromToday(
  trx: Trx,
  { settled: { at }, purchase }: { settled: Settled; purchase: RenewalPurchase },
): Promise<RenewalPurchase> {
  const today = dayIn(at, await zoneOf(trx, purchase.buyerId));
  return { ...purchase, period: nextPeriod({ anchorDate: today, periodEnd: today }) };
}

async function beginPeriod(trx: Trx, { settled, purchase, current }: Renewal): Promise<void> {
  const { at } = settled;
  const { order, kind, buyerId } = purchase;
  const begun = paid(purchase, order);
  await changeSubscription(trx, {
    current,
    change: kind === 'RENEWAL' ? begun : { ...begun, endedAt: null, payerUserId: buyerId },
    at,
  });
  if (kind === 'NEW_START') await agreeToRenewals(trx, { settled, purchase });
}

function reasonOf({ purchase, current }: Renewal): RefundReason {
  return purchase.kind === 'RENEWAL' && !current.autoRenew ? 'CANCELLED_MEANWHILE' : 'NOT_COMPLETED';
}

async function countDecline(
  trx: Trx,
  { current, settled: { attempt, outcome, at } }: { current: Subscription; settled: Settled },
): Promise<void> {
  const kind = outcome.outcome === 'declined' ? outcome.kind : 'hard';
  const { ends, ...next } = declined(current, { today: dueDay(at, current.timeZone), kind });
  const changed = await changeSubscription(trx, { current, change: next, at });
  if (ends) return endSubscription(trx, { current: changed, at });
  await enqueueDeclinedMail(trx, { subscriptionId: current.id, attemptId: attempt.id, nextTryOn: next.retryOn });
}
