import { formatCents } from '#contract/money.ts';
import { openDeletion } from '../../account/deletion-repository.ts';
import { enqueue } from '../../db/job-queue.ts';
import type { DbOrTrx } from '../../db/pool.ts';
import { newId } from '../../new-id.ts';
import { aboutPerson } from '../action.ts';

const mostRefunds = 3;

const paidBack = (db: DbOrTrx, userId: string) =>
  db
    .selectFrom('refunds')
    .select(['id', 'amountCents', 'requestedAt'])
    .where('userId', '=', userId)
    .where('state', 'in', ['SETTLING', 'VOIDED', 'REFUNDED'])
    .orderBy('id', 'desc')
    .limit(mostRefunds)
    .execute();

/** The mails of a refund and of an account that closes. Receipts, invites and ways in have actions of their own. */
export const mailNotice = aboutPerson({
  offer: async (db, { user }) => {
    if (user.status === 'CLOSED' || user.email === '') return [];
    const [refunds, deletion] = [await paidBack(db, user.id), await openDeletion(db, user.id)];
    const where = 'to the address the account has now.';
    return [
      ...refunds.map(({ id, amountCents, requestedAt }) => ({
        subject: id,
        sentences: [
          `The mail that ${formatCents(amountCents)} of ${requestedAt.toISOString().slice(0, 10)} went back, with its credit note, is sent once more ${where}`,
        ],
      })),
      ...(deletion
        ? [
            {
              subject: deletion.id,
              sentences: [`The mail that the account closes on ${deletion.closesOn} is sent once more ${where}`],
            },
          ]
        : []),
    ];
  },
  effect: async (trx, { user, subject, at }) => {
    const again = newId(at);
    const isRefund = (await paidBack(trx, user.id)).some(({ id }) => id === subject);
    if (isRefund)
      await enqueue(trx, { name: 'send-refund-issued', payload: { refundId: subject, again }, key: `again:${again}` });
    else
      await enqueue(trx, {
        name: 'send-account-closing',
        payload: { requestId: subject, again },
        key: `again:${again}`,
      });
  },
});
