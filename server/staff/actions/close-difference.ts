import type { DbOrTrx } from '../../db/pool.ts';
import * as settlement from '../../settlement/settlement-repository.ts';
import { subjectAction } from '../action.ts';
import { nothingSent } from './sentences.ts';

/** The open difference with subject `KIND transaction`, its key in the queue. */
async function open(db: DbOrTrx, subject: string) {
  const [kind = '', transactionId = ''] = subject.split(' ');
  return db
    .selectFrom('settlementDifferences')
    .select(['kind', 'transactionId'])
    .where('kind', '=', kind as 'AMOUNT')
    .where('transactionId', '=', transactionId)
    .where('resolvedAt', 'is', null)
    .executeTakeFirst();
}

/** Marks a difference between our books and the gateway's as resolved by hand. */
export const closeDifference = subjectAction({
  offer: async (db, { subject }) =>
    (await open(db, subject))
      ? [
          {
            subject,
            sentences: [
              'It leaves this queue. Nothing else is changed.',
              'The next comparison of that day opens it again, if it still differs.',
              nothingSent,
            ],
          },
        ]
      : [],
  effect: async (trx, { subject, at }) => {
    const difference = await open(trx, subject);
    if (difference) await settlement.closeDifference(trx, { ...difference, at });
  },
});
