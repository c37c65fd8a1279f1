import { enqueue } from '../../db/job-queue.ts';
import { id } from '#contract/fields.ts';
import { formatCents } from '#contract/money.ts';
import { refuse } from '../../refusal.ts';
import { subjectAction } from '../action.ts';

/** Retries a permanently refused refund, by its id. */
export const retryRefund = subjectAction({
  offer: async (db, { subject }) => {
    if (!id.safeParse(subject).success) return [];
    const failed = await db
      .selectFrom('refunds')
      .select(['amountCents', 'lastRefusal'])
      .where('id', '=', subject)
      .where('state', '=', 'FAILED')
      .executeTakeFirst();
    if (!failed) return [];
    return [
      {
        subject,
        sentences: [
          `${formatCents(failed.amountCents)} is sent back once more, the way it was paid. It was refused with ${failed.lastRefusal ?? 'no code'}.`,
          'They are mailed when the gateway has taken it. If it is refused again it comes back here, and nothing is sent.',
        ],
      },
    ];
  },
  effect: async (trx, { subject: refundId }) => {
    const retried = await trx
      .updateTable('refunds')
      .set({ state: 'PENDING', retryAt: null, settledAt: null })
      .where('id', '=', refundId)
      .where('state', '=', 'FAILED')
      .returning('id')
      .executeTakeFirst();
    if (!retried) return refuse('CONFLICT');
    await enqueue(trx, { name: 'issue-refund', payload: { refundId }, key: `refund:${refundId}` });
  },
});
