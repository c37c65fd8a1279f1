import * as z from 'zod/mini';
import { cents } from '#contract/fields/fields.ts';
import { formatCents } from '#contract/fields/money.ts';
import { confirmedAbove, givenWithinDays } from '#contract/staff/staff-actions.ts';
import type { DbOrTrx } from '../../db/pool.ts';
import { moneyOfOrders } from '../../payments/order-money.ts';
import { lockOrders } from '../../payments/order-repository.ts';
import { requestRefund } from '../../payments/refund-repository.ts';
import { refundOffer, refundPaymentIn } from '../../plans/refunds/refund-payment.ts';
import { isRefusal, refuse } from '../../refusal.ts';
import { personAction } from '../action.ts';
import { ordersNewestFirst } from './orders-newest-first.ts';
import { capitalised, receiptText } from './sentences.ts';

/**
 * All orders that can still be refunded, however old. Disputed orders are excluded, because the bank may return the
 * same money, as are orders with a failed refund: a new refund here and a retry of the failed one would both be sent.
 */
async function refundable(db: DbOrTrx, userId: string) {
  const orders = await ordersNewestFirst(db, userId).where('transactionId', 'is not', null).execute();
  const money = await moneyOfOrders(
    db,
    orders.map(({ id }) => id),
  );
  return orders.flatMap(({ transactionId, ...order }) => {
    const { leftCents = 0, isHeld = false, refunds = [] } = money.get(order.id) ?? {};
    const hasFailed = refunds.some(({ state }) => state === 'FAILED');
    return transactionId === null || isHeld || hasFailed || leftCents === 0
      ? []
      : [{ ...order, transactionId, leftCents }];
  });
}

const planStays = 'The plan and its days stay as they are.';
const codesStay =
  'Its unused codes still work. Once all of it is refunded, each can be withdrawn: search for the whole code.';

/** Refunds any part of an order without changing the plan; refunds for leaving are part of the product. */
export const refund = personAction({
  inputs: z.strictObject({ amountCents: cents }),
  offer: async (db, { user }) =>
    (await refundable(db, user.id)).map((order) => ({
      subject: order.id,
      sentences: [
        `${capitalised(receiptText(order))}: up to ${formatCents(order.leftCents)} is refunded the way it was paid.`,
        `Banks take up to ten days. ${order.purpose === 'CODE_BUNDLE' ? codesStay : planStays}`,
        'They are emailed that the refund is on its way, with a credit note; or, if the bank refuses it, that we take care of it.',
        `More than ${formatCents(confirmedAbove.USD)} in ${givenWithinDays} days waits for a second person.`,
      ],
      inputs: [
        {
          kind: 'money' as const,
          name: 'amountCents',
          label: 'Amount in US dollars',
          mostCents: order.leftCents,
          initial: order.leftCents,
        },
      ],
    })),
  effect: async (trx, { user, subject: orderId, inputs: { amountCents }, at }) => {
    // Concurrent refunds of an order wait for each other, and the refundable amount is read again.
    await lockOrders(trx, [orderId]);
    const order = (await refundable(trx, user.id)).find(({ id }) => id === orderId);
    if (!order || amountCents > order.leftCents) return refuse('CONFLICT');
    const { transactionId } = order;
    await requestRefund(trx, { orderId, userId: user.id, transactionId, amountCents, reason: 'BY_SUPPORT', at });
  },
});

/** What a payer's own button does, within its days: the money of the first payment or of a renewal, and the end. */
export const refundAndEnd = personAction({
  offer: async (db, { user, at }) => {
    const offer = await refundOffer({ db, clock: { now: () => at } }, user.id);
    if (!offer) return [];
    const { subscription, amountCents, keptForCoParentCents: kept, until } = offer;
    return [
      {
        subject: subscription.id,
        sentences: [
          `${formatCents(amountCents)} is refunded the way it was paid, and their own plan ends now. Until ${until} they can do it themselves, under Billing.`,
          ...(kept > 0 ? [`What they paid for their co-parent, ${formatCents(kept)}, stays paid.`] : []),
          'They are emailed both. They pay for no renewal of another plan after that, and its holder is emailed.',
        ],
      },
    ];
  },
  effect: async (trx, { user, at }) => {
    const done = await refundPaymentIn(trx, { userId: user.id, at });
    return isRefusal(done) ? refuse('CONFLICT') : [{ label: 'Refunded', value: formatCents(done.amountCents) }];
  },
});
