import type { ExpressionBuilder } from 'kysely';
import * as z from 'zod/mini';
import { day } from '#contract/fields/fields.ts';
import { formatCents } from '#contract/fields/money.ts';
import type { Database } from '../../db/schema.ts';
import { referrerKeyOf } from '../../pricing/referrer.ts';
import { refuse, refuseFields } from '../../refusal.ts';
import { subjectAction } from '../action.ts';
import { budget, endOf, lastDay, maxUsesInput, percent, perPerson } from './coupons.ts';
import { budgetConfirmed, keyHint, nothingSent } from './sentences.ts';

/** A referrer whose links give a discount. */
export const createReferrer = subjectAction({
  inputs: z.strictObject({
    key: z.string().check(z.trim()),
    percent: z.int(),
    until: day,
    uses: z.int(),
    perPerson: z.int(),
    budgetCents: z.int(),
  }),
  offer: async (_db, { subject, at }) => {
    if (subject !== 'coupons') return [];
    const sentences = [
      'Links that name the key take off what they say, up to this percentage, until they end, the budget is used up, or someone has used them as often as one person may.',
      budgetConfirmed,
      nothingSent,
    ];
    const key = { name: 'key', kind: 'text', label: 'Key in the link', hint: keyHint, most: 64 } as const;
    const highest = { ...percent, label: 'Highest percentage' };
    return [{ subject, sentences, inputs: [key, highest, lastDay(at), maxUsesInput, perPerson, budget] }];
  },
  effect: async (trx, { inputs }) => {
    const { key: typed, percent: highestPercent, until, uses: maxUses, ...limits } = inputs;
    const key = referrerKeyOf(typed) ?? '';
    if (!/^[a-z0-9_-]{1,64}$/.test(key)) return refuseFields({ field: 'inputs.key', code: 'not_understood' });
    const inserted = await trx
      .insertInto('referrers')
      .values({ key, highestPercent, validUntil: endOf(until), maxUses, ...limits })
      .onConflict((on) => on.doNothing())
      .returning('key')
      .executeTakeFirst();
    return inserted ? undefined : refuse('CONFLICT');
  },
});

const isNotOver = (at: Date) => (where: ExpressionBuilder<Database, 'referrers'>) =>
  where.and([where('active', '=', true), where.or([where('validUntil', 'is', null), where('validUntil', '>', at)])]);

/** Their links and coupons no longer give a discount. */
export const endReferrer = subjectAction({
  offer: async (db, { subject, at }) => {
    const running = await db
      .selectFrom('referrers')
      .select(['key', 'uses', 'spentCents'])
      .where(isNotOver(at))
      .$if(subject !== 'coupons', (query) => query.where('key', '=', subject))
      .orderBy('key')
      .execute();
    return running.map(({ key, uses, spentCents }) => ({
      subject: key,
      sentences: [
        `Links and coupons of ${key} no longer take anything off. They were used ${uses} times, for ${formatCents(spentCents)}.`,
        nothingSent,
      ],
    }));
  },
  effect: async (trx, { subject, at }) => {
    const ended = await trx
      .updateTable('referrers')
      .set({ active: false })
      .where('key', '=', subject)
      .where(isNotOver(at))
      .returning('key')
      .executeTakeFirst();
    return ended ? undefined : refuse('CONFLICT');
  },
});
