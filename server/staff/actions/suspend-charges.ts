import type { DbOrTrx } from '../../db/pool.ts';
import { refuse } from '../../refusal.ts';
import { areChargesSuspended } from '../../subscriptions/charge-suspensions.ts';
import { resumeCharges as resume, suspendCharges as suspend } from '../../subscriptions/suspend-charges.ts';
import { subjectAction } from '../action.ts';
import { nothingSent } from './sentences.ts';

const offered = async (db: DbOrTrx, { subject, whileSuspended }: { subject: string; whileSuspended: boolean }) =>
  subject === 'charges' && (await areChargesSuspended(db)) === whileSuspended;

export const suspendCharges = subjectAction({
  offer: async (db, { subject }) =>
    (await offered(db, { subject, whileSuspended: false }))
      ? [
          {
            subject,
            sentences: [
              'No renewal and no retry is charged for anyone until charges are resumed. Charges already sent to the gateway are completed.',
              'Plans whose renewal is due stay usable. What people pay themselves, refunds and canceled plans continue as usual.',
              nothingSent,
            ],
          },
        ]
      : [],
  effect: async (trx, { at }) => ((await suspend(trx, at)) ? undefined : refuse('CONFLICT')),
});

export const resumeCharges = subjectAction({
  offer: async (db, { subject }) =>
    (await offered(db, { subject, whileSuspended: true }))
      ? [
          {
            subject,
            sentences: [
              'Renewals and retries that are due today are charged within ten minutes, in the order of their days.',
              'Everyone whose day passed is told the new day by email, and charged on it: a week later.',
            ],
          },
        ]
      : [],
  effect: async (trx, { at }) => ((await resume(trx, at)) ? undefined : refuse('CONFLICT')),
});
