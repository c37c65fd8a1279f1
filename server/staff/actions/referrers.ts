import * as z from 'zod/mini';
import { refuse, refuseFields } from '../../refusal.ts';
import { referrerKeyOf } from '../../pricing/referrer.ts';
import { aboutSubject } from '../action.ts';
import { endOf, lastDay, mostUses, percent } from './coupons.ts';
import { nothingSent } from './sentences.ts';

/** Whose links take something off. */
export const createReferrer = aboutSubject({
  inputs: z.strictObject({ key: z.string().check(z.trim()), percent: z.int(), until: z.iso.date(), uses: z.int() }),
  offer: async (_db, { subject, at }) => {
    if (subject !== 'coupons') return [];
    const sentences = ['Links that name the key take off what they say, up to this percentage.', nothingSent];
    const key = { name: 'key', kind: 'text', label: 'Key in the link', most: 64 } as const;
    return [{ subject, sentences, inputs: [key, { ...percent, label: 'Highest percentage' }, lastDay(at), mostUses] }];
  },
  effect: async (trx, { inputs }) => {
    const key = referrerKeyOf(inputs.key) ?? '';
    if (!/^[a-z0-9_-]{1,64}$/.test(key)) return refuseFields({ field: 'inputs.key', code: 'not_understood' });
    const inserted = await trx
      .insertInto('referrers')
      .values({ key, highestPercent: inputs.percent, validUntil: endOf(inputs.until), maxUses: inputs.uses })
      .onConflict((on) => on.doNothing())
      .returning('key')
      .executeTakeFirst();
    return inserted ? undefined : refuse('CONFLICT');
  },
});

/** Links and coupons of theirs take nothing off any more. */
export const endReferrer = aboutSubject({
  offer: async (db, { subject }) => {
    const active = await db
      .selectFrom('referrers')
      .select(['key', 'uses'])
      .where('active', '=', true)
      .$if(subject !== 'coupons', (query) => query.where('key', '=', subject))
      .orderBy('key')
      .execute();
    return active.map(({ key, uses }) => ({
      subject: key,
      sentences: [`Links of ${key} take nothing off any more. They were used ${uses} times.`, nothingSent],
    }));
  },
  effect: async (trx, { subject }) => {
    const ended = await trx
      .updateTable('referrers')
      .set({ active: false })
      .where('key', '=', subject)
      .where('active', '=', true)
      .returning('key')
      .executeTakeFirst();
    return ended ? undefined : refuse('CONFLICT');
  },
});
