import { sql } from 'kysely';
import * as z from 'zod/mini';
import { feeWaiverCodeDays } from '#contract/account/fee-waiver.ts';
import { id } from '#contract/fields/fields.ts';
import { formatCents } from '#contract/fields/money.ts';
import type { DbOrTrx } from '../../db/pool.ts';
import {
  decideFeeWaiver,
  familyHadFeeWaiver,
  feeWaiverOwner,
  readFeeWaiver,
} from '../../pricing/fee-waiver-repository.ts';
import { refuse } from '../../refusal.ts';
import { subjectAction } from '../action.ts';
import { waiversConfirmed } from './sentences.ts';

const inFamily = {
  FIRST: 'The first within a year',
  ANOTHER: 'Another one for this family within a year: a second person confirms it',
};

async function openRequest(db: DbOrTrx, subject: string) {
  const waiver = id.safeParse(subject).success ? await readFeeWaiver(db, subject) : null;
  return waiver?.state === 'ASKED' ? waiver : null;
}

const learned = 'Neither the co-parent nor a professional finds out.';

/** Answers a fee-waiver request, by its id. */
export const grantFeeWaiver = subjectAction({
  inputs: z.strictObject({ inFamily: z.enum(['FIRST', 'ANOTHER']) }),
  offer: async (db, { subject, at }) => {
    const waiver = await openRequest(db, subject);
    if (!waiver) return [];
    const value = (await familyHadFeeWaiver(db, waiver, at)) ? ('ANOTHER' as const) : ('FIRST' as const);
    return [
      {
        subject,
        sentences: [
          `They are emailed a code for one year of ${waiver.packageName}, worth ${formatCents(waiver.priceCents)}, which only they can use, once, for ${feeWaiverCodeDays} days. Any amount left on it is lost.`,
          'If they have an account with an announced renewal or an ended plan, the code pays the year at once, and they are emailed that.',
          waiversConfirmed,
          'This refunds no one who has paid in the meantime: do that on their page.',
          learned,
        ],
        inputs: [
          {
            kind: 'choice' as const,
            name: 'inFamily',
            label: 'Of this family',
            options: [{ value, label: inFamily[value] }],
            initial: value,
          },
        ],
      },
    ];
  },
  owner: feeWaiverOwner,
  effect: async (trx, { subject, inputs, at }) => {
    // When both parents' requests are granted at once, the second is no longer the family's first.
    await sql`select pg_advisory_xact_lock(hashtext('fee_waivers'))`.execute(trx);
    const waiver = await openRequest(trx, subject);
    const isAnother = waiver !== null && (await familyHadFeeWaiver(trx, waiver, at));
    if (!waiver || (isAnother && inputs.inFamily === 'FIRST')) return refuse('CONFLICT');
    return (await decideFeeWaiver(trx, { id: subject, state: 'GRANTED', at })) ? undefined : refuse('CONFLICT');
  },
});

export const refuseFeeWaiver = subjectAction({
  offer: async (db, { subject }) =>
    (await openRequest(db, subject))
      ? [
          {
            subject,
            sentences: [
              'They are emailed a kind answer in their language, with other options. Your reason is not in it.',
              learned,
            ],
          },
        ]
      : [],
  owner: feeWaiverOwner,
  effect: async (trx, { subject, at }) =>
    (await decideFeeWaiver(trx, { id: subject, state: 'REFUSED', at })) ? undefined : refuse('CONFLICT'),
});
