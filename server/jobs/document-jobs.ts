import { after, days } from '../clock.ts';
import { issueMissingDocuments } from '../checkout/issue-missing-documents.ts';
import { balanceDocuments } from '../documents/issue-document.ts';
import { refundsOf } from '../payments/refund-repository.ts';
import type { Job } from './job.ts';

/**
 * Credits what codes got back if no money is refunded with it; otherwise the refund's own note contains both. A job,
 * because a number is taken last in a transaction.
 */
export const creditReturnedCodes: Job<{
  /** Of the payment that used the codes. */
  attemptId: string;
}> = {
  run: async ({ db, clock }, { attemptId }) => {
    await db.transaction().execute(async (trx) => {
      const order = await trx
        .selectFrom('orders')
        .select('id')
        .where('attemptId', '=', attemptId)
        .orderBy('id')
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (!order || (await refundsOf(trx, [order.id])).some(({ state }) => state === 'PENDING')) return;
      await balanceDocuments(trx, { orderId: order.id, cause: `codes:${order.id}`, at: clock.now() });
    });
  },
};

/** How long a process of the previous release may still sell, or a manual correction may wait for its credit note. */
const lookBackDays = 7;

/** Invoices what a process of a release without invoices has sold meanwhile, and credits manual corrections. */
export const issueMissingDocumentsJob: Job = {
  run: async (dependencies) => {
    const issued = await issueMissingDocuments(dependencies, {
      since: after(dependencies.clock.now(), -days(lookBackDays)),
    });
    if (issued > 0) dependencies.log.info({ issued }, 'missing documents issued');
  },
};
