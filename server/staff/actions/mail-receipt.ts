import { enqueue } from '../../db/job-queue.ts';
import { newId } from '../../new-id.ts';
import { aboutPerson } from '../action.ts';
import { capitalised, sayReceipt } from './sentences.ts';
import { latestOrders } from './latest-orders.ts';

export const mailReceipt = aboutPerson({
  offer: async (db, { user }) => {
    if (user.status === 'CLOSED') return [];
    return (await latestOrders(db, user.id)).map((order) => ({
      subject: order.id,
      sentences: [`${capitalised(sayReceipt(order))}, with its invoice, is mailed to the address the account has now.`],
    }));
  },
  effect: async (trx, { subject: orderId, at }) => {
    const again = newId(at);
    await enqueue(trx, { name: 'send-receipt', payload: { orderId, again }, key: `receipt:${orderId}:${again}` });
  },
});
