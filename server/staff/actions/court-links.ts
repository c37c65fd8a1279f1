import * as z from 'zod/mini';
import { runningCourtLinks } from '../../pricing/court-link-repository.ts';
import { refuse, refuseFields } from '../../refusal.ts';
import { subjectAction } from '../action.ts';
import { keyHint, nothingSent } from './sentences.ts';

const inputs = [
  { name: 'key', kind: 'text', label: 'Key in the link', hint: keyHint, most: 64 },
  { name: 'name', kind: 'text', label: 'Name of the court', hint: 'Parents read it on the page.', most: 80 },
] as const;

/** A court's link to the fee-waiver form. */
export const createCourtLink = subjectAction({
  inputs: z.strictObject({ key: z.string().check(z.trim(), z.toLowerCase()), name: z.string().check(z.trim()) }),
  offer: async (_db, { subject }) =>
    subject === 'coupons'
      ? [
          {
            subject,
            sentences: [
              "The court hands out /app/fee-waiver?court=key. Parents who use it are asked why, like everyone, and staff see the court's name beside each request.",
              'The link alone grants nothing.',
              nothingSent,
            ],
            inputs: [...inputs],
          },
        ]
      : [],
  effect: async (trx, { inputs: { key, name }, at }) => {
    if (!/^[a-z0-9_-]{1,64}$/.test(key)) return refuseFields({ field: 'inputs.key', code: 'not_understood' });
    const inserted = await trx
      .insertInto('courtLinks')
      .values({ key, name, createdAt: at })
      .onConflict((on) => on.doNothing())
      .returning('key')
      .executeTakeFirst();
    return inserted ? undefined : refuse('CONFLICT');
  },
});

/** Its page still exists, but no longer names the court. */
export const endCourtLink = subjectAction({
  offer: async (db, { subject }) =>
    (await runningCourtLinks(db))
      .filter(({ key }) => subject === 'coupons' || key === subject)
      .map(({ key, name }) => ({
        subject: key,
        sentences: [`The link of ${name} still leads to the form, but no longer names the court.`, nothingSent],
      })),
  effect: async (trx, { subject, at }) => {
    const ended = await trx
      .updateTable('courtLinks')
      .set({ endedAt: at })
      .where('key', '=', subject)
      .where('endedAt', 'is', null)
      .returning('key')
      .executeTakeFirst();
    return ended ? undefined : refuse('CONFLICT');
  },
});
