import * as z from 'zod/mini';
import { day, id } from '#contract/fields/fields.ts';
import { formatCents } from '#contract/fields/money.ts';
import type { DbOrTrx } from '../../db/pool.ts';
import { type CodeBatch, listBatches, type UsedBatch } from '../../pricing/code-batch-repository.ts';
import { codesOfBatch, storeBatch } from '../../pricing/store-code-batch.ts';
import { refuse } from '../../refusal.ts';
import { subjectAction } from '../action.ts';
import { endOf, lastDay, perPerson } from './coupons.ts';
import { budgetConfirmed, nothingSent } from './sentences.ts';

const packages = ['ESSENTIALS', 'PREMIUM', 'BASIC'] as const;
const choices = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
const inputs = z.strictObject({
  madeFor: z.string().check(z.trim()),
  packageName: z.enum(packages),
  years: z.enum(['1', '2']),
  size: z.int(),
  perPerson: z.int(),
  until: day,
  eachCents: z.int(),
});

/** Codes for a court or a programme, each worth a term of a package. */
export const createCodeBatch = subjectAction({
  inputs,
  offer: async (_db, { subject, at }) => {
    if (subject !== 'coupons') return [];
    const sentences = [
      'Each code pays one term of the package for whoever enters it, tax included, up to the amount you enter. If a term costs more, they pay the rest.',
      'After that, the plan renews like any other, charged to them. They are emailed before, and can cancel.',
      'Together, the codes cost at most that amount times their number.',
      budgetConfirmed,
      'Download them afterwards: they are shown once.',
      nothingSent,
    ];
    return [
      {
        subject,
        sentences,
        inputs: [
          { name: 'madeFor', kind: 'text', label: 'Court or program', hint: "No person's name.", most: 80 },
          { name: 'packageName', kind: 'choice', label: 'Package', options: choices(packages), initial: 'ESSENTIALS' },
          { name: 'years', kind: 'choice', label: 'Term in years', options: choices(['1', '2']), initial: '1' },
          { name: 'size', kind: 'number', label: 'How many codes', least: 1, most: 500 },
          { ...perPerson, label: 'Codes for each person' },
          lastDay(at),
          { name: 'eachCents', kind: 'money', label: 'US dollars each pays at most', mostCents: 1_000_00 },
        ],
      },
    ];
  },
  effect: async (trx, { at, dependencies, inputs: { until, years: term, ...chosen } }) => {
    const batch = { ...chosen, years: Number(term), expiresAt: endOf(until), at };
    await storeBatch(trx, batch, dependencies.makeToken);
  },
});

/** The batch of the subject, or all of them for the page of codes. */
async function activeBatches(db: DbOrTrx, subject: string): Promise<UsedBatch[]> {
  const batches = (await listBatches(db)).filter(({ withdrawnAt }) => withdrawnAt === null);
  return subject === 'coupons' ? batches : batches.filter((one) => one.id === subject);
}

const batchText = ({ size, madeFor }: CodeBatch) => `The ${size} codes for ${madeFor}`;

/** Shows the codes, once. */
export const downloadCodes = subjectAction({
  offer: async (db, { subject }) =>
    (await activeBatches(db, subject))
      .filter(({ downloadedAt }) => downloadedAt === null)
      .map((batch) => ({
        subject: batch.id,
        sentences: [
          `${batchText(batch)} are saved as a table on your device, this one time.`,
          'Pass them on in a safe way, then delete the file. Whoever has a code can use it. If the file is lost, withdraw the codes and create new ones.',
          nothingSent,
        ],
      })),
  effect: async (trx, { subject, at, dependencies }) => {
    const batch = await trx
      .updateTable('codeBatches')
      .set({ downloadedAt: at })
      .where('id', '=', subject)
      .where('downloadedAt', 'is', null)
      .where('withdrawnAt', 'is', null)
      .returning(['id', 'size', 'madeFor'])
      .executeTakeFirst();
    if (!batch) return refuse('CONFLICT');
    return codesOfBatch(dependencies.makeToken, batch).map((value) => ({ label: batch.madeFor, value }));
  },
});

/** Payments already made with the codes stay valid. */
export const withdrawCodes = subjectAction({
  offer: async (db, { subject }) =>
    (await activeBatches(db, subject)).map((batch) => ({
      subject: batch.id,
      sentences: [
        `${batchText(batch)} no longer pay anything: ${batch.used} were used, for ${formatCents(batch.spentCents)}.`,
        'What they have paid stays paid. To withdraw a single code, search for it.',
        nothingSent,
      ],
    })),
  effect: async (trx, { subject, at }) => {
    if (!id.safeParse(subject).success) return refuse('CONFLICT');
    const withdrawn = await trx
      .updateTable('codeBatches')
      .set({ withdrawnAt: at })
      .where('id', '=', subject)
      .where('withdrawnAt', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!withdrawn) return refuse('CONFLICT');
    await trx
      .updateTable('activationCodes')
      .set({ revokedAt: at })
      .where('batchId', '=', subject)
      .where('revokedAt', 'is', null)
      .execute();
  },
});
