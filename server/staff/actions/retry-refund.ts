import { id } from '#contract/fields/fields.ts';
import { formatCents } from '#contract/fields/money.ts';
import type { DbOrTrx } from '../../db/pool.ts';
import { moneyOfOrder } from '../../payments/order-money.ts';
import { lockOrders } from '../../payments/order-repository.ts';
import { readRefund } from '../../payments/refund-repository.ts';
import { reopenRefund, replaceRefund } from '../../payments/withdraw-refunds.ts';
import { refuse } from '../../refusal.ts';
import { subjectAction } from '../action.ts';

/**
 * A permanently refused refund and the amount that can be sent: less than its own if more of the order was refunded
 * otherwise, which was possible before failed refunds counted as promised.
 */
async function readFailed(db: DbOrTrx, refundId: string) {
  const refund = await readRefund(db, refundId);
  if (refund?.state !== 'FAILED') return null;
  const { lastRefusal } = await db
    .selectFrom('refunds')
    .select('lastRefusal')
    .where('id', '=', refundId)
    .executeTakeFirstOrThrow();
  const { leftOfRefund } = await moneyOfOrder(db, refund.orderId, { exceptRefund: refundId });
  return { refund, lastRefusal, sentCents: Math.min(refund.amountCents, leftOfRefund(refund)) };
}

function amountSentence(amountCents: number, sentCents: number): string {
  if (sentCents === amountCents) return `${formatCents(amountCents)} is sent again, the way it was paid.`;
  const owed = `${formatCents(amountCents)} is more than is left of the order, because other parts of it were refunded.`;
  return sentCents === 0
    ? `${owed} Nothing is sent, and this leaves the queue.`
    : `${owed} ${formatCents(sentCents)} is sent, the way it was paid.`;
}

/** Retries a permanently refused refund, by its id. */
export const retryRefund = subjectAction({
  offer: async (db, { subject }) => {
    if (!id.safeParse(subject).success) return [];
    const failed = await readFailed(db, subject);
    if (!failed) return [];
    const { refund, lastRefusal, sentCents } = failed;
    const told =
      'They are emailed once the gateway has accepted it. If it is refused again, it returns here, and no email is sent.';
    const sentences = [
      `${amountSentence(refund.amountCents, sentCents)} It was refused with ${lastRefusal ?? 'no code'}.`,
      ...(sentCents === 0 ? [] : [told]),
    ];
    return [{ subject, sentences }];
  },
  owner: async (db, subject) => (await readRefund(db, subject))?.userId ?? null,
  effect: async (trx, { subject: refundId, at }) => {
    const found = await readRefund(trx, refundId);
    // Concurrent refunds of the order wait for this one, and what is left is read again.
    if (found) await lockOrders(trx, [found.orderId]);
    const failed = await readFailed(trx, refundId);
    if (!failed) return refuse('CONFLICT');
    const { refund, sentCents } = failed;
    if (sentCents === refund.amountCents) await reopenRefund(trx, refund);
    else await replaceRefund(trx, { refund, amountCents: sentCents, at });
  },
});
