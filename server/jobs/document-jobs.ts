import { documentCorrections } from '../documents/document-corrections.ts';
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

/** Issues the documents of what was corrected by hand. */
export const documentCorrectionsJob: Job = {
  run: async (dependencies) => {
    const issued = await documentCorrections(dependencies);
    if (issued > 0) dependencies.log.info({ issued }, 'corrections documented');
  },
};
