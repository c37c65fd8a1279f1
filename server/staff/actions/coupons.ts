import * as z from 'zod/mini';
import { packageNames } from '#contract/api/packages.ts';
import { servedCountries } from '#contract/fields/countries.ts';
import { type Day, utcDay } from '#contract/fields/day.ts';
import { day } from '#contract/fields/fields.ts';
import { formatCents } from '#contract/fields/money.ts';
import { normaliseCharacters } from '#contract/fields/typed-text.ts';
import type { ActionInput } from '#contract/staff/action-inputs.ts';
import { after, days } from '../../clock.ts';
import type { DbOrTrx } from '../../db/pool.ts';
import { newId } from '../../new-id.ts';
import { refuse, refuseFields } from '../../refusal.ts';
import { subjectAction } from '../action.ts';
import { budgetConfirmed, nothingSent } from './sentences.ts';

/** Applies to every package, term or country. */
const every = 'EVERY';
const choices = (values: readonly string[]) => [every, ...values].map((value) => ({ value, label: value }));
/** The first instant at which it is no longer valid. */
export const endOf = (day: Day) => after(new Date(`${day}T00:00:00Z`), days(1));
export const lastDay = (at: Date): ActionInput => ({
  name: 'until',
  kind: 'date',
  label: 'Last day (UTC)',
  from: utcDay(at),
  until: utcDay(after(at, days(3 * 366))),
});
export const maxUsesInput = { name: 'uses', kind: 'number', label: 'Uses in total', least: 1, most: 100_000 } as const;
export const perPerson: ActionInput = {
  name: 'perPerson',
  kind: 'number',
  label: 'Uses for each person',
  hint: 'People with the same mailbox or phone count as one person.',
  least: 1,
  most: 100,
  initial: 1,
};
export const budget: ActionInput = {
  name: 'budgetCents',
  kind: 'money',
  label: 'Budget in US dollars, in total',
  mostCents: 1_000_000_00,
};
export const percent = { name: 'percent', kind: 'number', label: 'Percent off', least: 1, most: 90 } as const;

const terms = z.strictObject({
  code: z.string().check(z.overwrite(normaliseCharacters), z.toUpperCase()),
  packageName: z.enum([every, ...packageNames]),
  years: z.enum([every, '1', '2']),
  country: z.enum([every, ...servedCountries]),
  until: day,
  uses: z.int(),
  perPerson: z.int(),
  budgetCents: z.int(),
  english: z.string().check(z.trim()),
  spanish: z.string().check(z.trim()),
});

const inputsOf = (at: Date, worth: ActionInput): ActionInput[] => [
  { name: 'code', kind: 'text', label: 'Code', hint: '4 to 32 letters and numbers.', most: 32 },
  worth,
  { name: 'packageName', kind: 'choice', label: 'Package', options: choices(packageNames), initial: every },
  { name: 'years', kind: 'choice', label: 'Term in years', options: choices(['1', '2']), initial: every },
  { name: 'country', kind: 'choice', label: 'Country of the bill', options: choices(servedCountries), initial: every },
  lastDay(at),
  maxUsesInput,
  perPerson,
  budget,
  { name: 'english', kind: 'text', label: 'What it is called, in English', most: 80 },
  { name: 'spanish', kind: 'text', label: 'What it is called, in Spanish', most: 80 },
];

const only = <T>(chosen: string, value: T) => (chosen === every ? null : [value]);

type Worth = { kind: 'PERCENT' | 'FIXED'; percent: number | null; amountCents: number | null };

/** A coupon for everybody, with an end and a budget. `input`: its discount. */
function couponOf<Key extends string>(input: ActionInput & { name: Key }, worthOf: (value: number) => Worth) {
  const inputs = z.extend(terms, { [input.name]: z.int() });
  return subjectAction({
    inputs: inputs as unknown as z.ZodMiniType<z.output<typeof terms> & Record<Key, number>>,
    offer: async (_db, { subject, at }) => {
      if (subject !== 'coupons') return [];
      const sentences = [
        'Anyone can enter the code at their first payment, until it ends, its budget is used up, or they have used it as often as one person may.',
        budgetConfirmed,
        nothingSent,
      ];
      return [{ subject, sentences, inputs: inputsOf(at, input) }];
    },
    effect: async (trx, { at, inputs: { [input.name]: value, ...chosen } }) => {
      const { code, packageName, years, country, until, uses, english, spanish, ...limits } = chosen as z.output<
        typeof terms
      >;
      if (!/^[A-Z0-9]{4,32}$/.test(code)) return refuseFields({ field: 'inputs.code', code: 'not_understood' });
      const inserted = await trx
        .insertInto('coupons')
        .values({
          id: newId(at),
          code,
          ...worthOf(value as number),
          packageNames: only(packageName, packageName),
          years: only(years, Number(years)),
          countries: only(country, country),
          needsCode: true,
          startsAt: at,
          endsAt: endOf(until),
          maxRedemptions: uses,
          ...limits,
          texts: JSON.stringify({ en: { description: english }, es: { description: spanish } }),
        })
        .onConflict((on) => on.doNothing())
        .returning('id')
        .executeTakeFirst();
      return inserted ? undefined : refuse('CONFLICT');
    },
  });
}

export const createPercentCoupon = couponOf(percent, (value) => ({
  kind: 'PERCENT',
  percent: value,
  amountCents: null,
}));
export const createAmountCoupon = couponOf(
  { name: 'amountCents', kind: 'money', label: 'US dollars off', mostCents: 500_00 },
  (value) => ({ kind: 'FIXED', percent: null, amountCents: value }),
);

const running = (db: DbOrTrx, { subject, at }: { subject: string; at: Date }) =>
  db
    .selectFrom('coupons')
    .select(['id', 'code', 'redemptions', 'spentCents'])
    .where((where) => where.or([where('endsAt', 'is', null), where('endsAt', '>', at)]))
    .$if(subject !== 'coupons', (query) => query.where('code', '=', subject))
    .orderBy('code')
    .execute();

/** Payments in progress with it are not affected. */
export const endCoupon = subjectAction({
  offer: async (db, known) =>
    (await running(db, known)).map(({ code, redemptions, spentCents }) => ({
      subject: code,
      sentences: [
        `${code} no longer takes anything off. It was used ${redemptions} times, for ${formatCents(spentCents)}.`,
        'Whoever has entered it sees the price without it before they pay.',
        nothingSent,
      ],
    })),
  effect: async (trx, { subject, at }) => {
    const ended = await trx
      .updateTable('coupons')
      .set({ endsAt: at })
      .where('code', '=', subject)
      .where((where) => where.or([where('endsAt', 'is', null), where('endsAt', '>', at)]))
      .returning('id')
      .executeTakeFirst();
    return ended ? undefined : refuse('CONFLICT');
  },
});
