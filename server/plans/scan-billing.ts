import type { Clock } from '../clock.ts';
import { after, days, minutes } from '../clock.ts';
import { dueDeletions } from '../closing/deletion-repository.ts';
import { enqueue, enqueueAll, type JobName, type JobPayloads } from '../db/job-queue.ts';
import type { Db, Trx } from '../db/pool.ts';
import { enqueueRefund, pendingRefunds, settlingRefunds } from '../payments/refund-repository.ts';
import { dueUnpaidOrders } from '../payments/unpaid-order-repository.ts';
import {
  type Batch,
  type Cursor,
  claimDue,
  claimReminders,
  findUnjoined,
  scanStart,
} from '../subscriptions/due-subscriptions.ts';
import { graceDays, reminderDays } from '../subscriptions/renewal-schedule.ts';

type Dependencies = { db: Db; clock: Clock };

/** Only one batch is in memory, however many are due. */
const batchSize = 500;

type ScanParams<Name extends JobName> = {
  claim: (trx: Trx, from: Cursor) => Promise<Batch>;
  job: (due: Cursor) => { payload: JobPayloads[Name]; key: string };
  name: Name;
};

/** Queues a job for each claimed row, batch by batch; claim and jobs are committed together. */
async function queueAll<Name extends JobName>(db: Db, { claim, job, name }: ScanParams<Name>): Promise<number> {
  let count = 0;
  for (let from: Cursor | null = scanStart; from !== null; ) {
    const cursor: Cursor = from;
    const batch = await db.transaction().execute(async (trx) => {
      const claimed = await claim(trx, cursor);
      await enqueueAll(trx, { name, jobs: claimed.due.map(job) });
      return claimed;
    });
    count += batch.due.length;
    from = batch.next;
  }
  return count;
}

/**
 * Queues every renewal, end, question, reminder and closing that is due by the rules' clock, once. May run anywhere, as
 * often as you like.
 */
export async function scanBilling({ db, clock }: Dependencies): Promise<{ renewals: number; reminders: number }> {
  const at = clock.now();
  const shared = { at, limit: batchSize };
  const renewals = await queueAll(db, {
    name: 'renew-subscription',
    claim: (trx, from) => claimDue(trx, { ...shared, from }),
    job: ({ id }) => ({ payload: { subscriptionId: id }, key: `renew:${id}` }),
  });
  await queueAll(db, {
    name: 'ask-about-unjoined',
    claim: (trx, from) => findUnjoined(trx, { ...shared, from }),
    job: ({ id }) => ({ payload: { subscriptionId: id }, key: `ask:${id}` }),
  });
  let reminders = 0;
  for (const daysBefore of reminderDays) {
    reminders += await queueAll(db, {
      name: 'send-renewal-reminder',
      claim: (trx, from) => claimReminders(trx, { ...shared, daysBefore, from }),
      job: ({ id, periodEnd }) => ({
        payload: { subscriptionId: id, periodEnd, daysBefore },
        key: `reminder:${id}:${periodEnd}:${daysBefore}`,
      }),
    });
  }
  await queueOverdue({ db, clock });
  return { renewals, reminders };
}

const overdueRefundMs = minutes(35);

/** Refunds that wait for a sale or a bank, unpaid orders and due closings: few enough that each is checked. */
async function queueOverdue({ db, clock }: Dependencies): Promise<void> {
  const at = clock.now();
  for (const refundId of await pendingRefunds(db, { before: after(at, -overdueRefundMs), at, limit: 200 })) {
    await enqueueRefund(db, { refundId });
  }
  for (const refundId of await settlingRefunds(db, { at, limit: 200 })) {
    await enqueue(db, { name: 'follow-refund', payload: { refundId }, key: `refund-follow:${refundId}` });
  }
  const declinedBefore = after(at, -days(graceDays - 1));
  for (const orderId of await dueUnpaidOrders(db, { declinedBefore, limit: 200 })) {
    await enqueue(db, { name: 'withdraw-unpaid-order', payload: { orderId }, key: `withdraw:${orderId}` });
  }
  for (const requestId of await dueDeletions(db, { at, limit: 200 })) {
    await enqueue(db, { name: 'close-account', payload: { requestId }, key: `close:${requestId}` });
  }
}
