import { enqueue } from '../../db/job-queue.ts';
import { newId } from '../../new-id.ts';
import { personAction } from '../action.ts';
import { ordersNewestFirst } from './orders-newest-first.ts';
import { capitalised, receiptText } from './sentences.ts';

/** Older ones are in the account. */
const latest = 5;

export const mailReceipt = personAction({
  offer: async (db, { user }) => {
    if (user.status === 'CLOSED') return [];
    return (await ordersNewestFirst(db, user.id).limit(latest).execute()).map((order) => ({
      subject: order.id,
      sentences: [`${capitalised(receiptText(order))}, with its invoice, is emailed to the account's current address.`],
    }));
  },
  effect: async (trx, { subject: orderId, at }) => {
    const dedupeId = newId(at);
    await enqueue(trx, {
      name: 'send-receipt',
      payload: { orderId, again: dedupeId },
      key: `receipt:${orderId}:${dedupeId}`,
    });
  },
});
