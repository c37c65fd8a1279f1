import { id } from '#contract/fields/fields.ts';
import { formatCents } from '#contract/fields/money.ts';
import { enqueueReconciliation } from '../../checkout/enqueue-reconciliation.ts';
import { subjectAction } from '../action.ts';
import { nothingSent } from './sentences.ts';

/** Reconciles a payment with an unknown outcome, by its attempt. */
export const askGateway = subjectAction({
  offer: async (db, { subject }) => {
    if (!id.safeParse(subject).success) return [];
    const attempt = await db
      .selectFrom('paymentAttempts')
      .select('amountCents')
      .where('id', '=', subject)
      .where('state', 'in', ['PENDING', 'UNKNOWN'])
      .executeTakeFirst();
    if (!attempt) return [];
    return [
      {
        subject,
        sentences: [
          `The gateway is asked at once what became of the payment of ${formatCents(attempt.amountCents)}.`,
          'If it was charged, it is booked as after every payment, with a receipt. If it never came there, it may be sent once more, under the same key.',
          nothingSent,
        ],
      },
    ];
  },
  effect: async (trx, { subject: attemptId }) => enqueueReconciliation(trx, { attemptId }),
});
