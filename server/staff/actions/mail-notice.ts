import { dayIn } from '#contract/fields/day.ts';
import { formatCents } from '#contract/fields/money.ts';
import { openDeletion } from '../../closing/deletion-repository.ts';
import { enqueue } from '../../db/job-queue.ts';
import type { DbOrTrx } from '../../db/pool.ts';
import { newId } from '../../new-id.ts';
import { personAction } from '../action.ts';

const maxRefunds = 3;

const latestRefunds = (db: DbOrTrx, userId: string) =>
  db
    .selectFrom('refunds')
    .select(['id', 'amountCents', 'requestedAt'])
    .where('userId', '=', userId)
    .where('state', 'in', ['SETTLING', 'VOIDED', 'REFUNDED'])
    .orderBy('id', 'desc')
    .limit(maxRefunds)
    .execute();

/** Resends the mails about a refund and a closing. Receipts, invites and access links have actions of their own. */
export const mailNotice = personAction({
  offer: async (db, { user }) => {
    if (user.status === 'CLOSED' || user.email === '') return [];
    const [refunds, deletion] = [await latestRefunds(db, user.id), await openDeletion(db, user.id)];
    const destination = "to the account's current address.";
    return [
      ...refunds.map(({ id, amountCents, requestedAt }) => ({
        subject: id,
        sentences: [
          `The email that ${formatCents(amountCents)} was refunded on ${dayIn(requestedAt, user.timeZone ?? 'UTC')}, with its credit note, is sent again ${destination}`,
        ],
      })),
      ...(deletion
        ? [
            {
              subject: deletion.id,
              sentences: [`The email that the account closes on ${deletion.closesOn} is sent again ${destination}`],
            },
          ]
        : []),
    ];
  },
  effect: async (trx, { user, subject, at }) => {
    const dedupeId = newId(at);
    const isRefund = (await latestRefunds(trx, user.id)).some(({ id }) => id === subject);
    if (isRefund)
      await enqueue(trx, {
        name: 'send-refund-issued',
        payload: { refundId: subject, again: dedupeId },
        key: `again:${dedupeId}`,
      });
    else
      await enqueue(trx, {
        name: 'send-account-closing',
        payload: { requestId: subject, again: dedupeId },
        key: `again:${dedupeId}`,
      });
  },
});
