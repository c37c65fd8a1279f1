import { sql } from 'kysely';
import * as z from 'zod/mini';
import { paymentTypes } from '#contract/sign-up/payment-types.ts';
import type { DbOrTrx } from '../db/pool.ts';
import { storeImportedMethods } from '../payments/imported-methods.ts';
import { tryWaitingRenewals } from '../plans/methods/save-payment-method.ts';
import { lockPaidBy } from '../subscriptions/subscription-repository.ts';
import { filled, orEmpty, readBy } from './cells.ts';
import { idsOf } from './imported-rows.ts';
import type { NewRow, RowProblem, Source } from './source.ts';

/** One method per person, charged for their renewals. Tokens are those of the gateway's vault, not card numbers. */
const schema = z.object({
  person: filled,
  customer: filled,
  token: filled,
  type: z.enum(paymentTypes),
  card_brand: z.string().check(z.maxLength(40)),
  card_last_four: orEmpty(z.string().check(z.regex(/^\d{4}$/))),
  expiration_month: orEmpty(z.string().check(z.regex(/^(0[1-9]|1[0-2])$/))),
  expiration_year: orEmpty(z.string().check(z.regex(/^20\d{2}$/))),
  account_label: z.string().check(z.maxLength(200)),
});

const orNull = (value: string) => (value === '' ? null : value);

type Rows = readonly NewRow<z.output<typeof schema>>[];

/**
 * A token belongs to one person; somebody who has stored a method here is charged with that, and a closed account with
 * none.
 */
async function check(db: DbOrTrx, rows: Rows): Promise<RowProblem[]> {
  const tokens = rows.map(({ row }) => row.token);
  const used = await db
    .selectFrom('paymentMethods')
    .select('token')
    .where('token', '=', sql<string>`any(${tokens}::text[])`)
    .execute();
  const isUsed = new Set(used.map(({ token }) => token));
  const people = await idsOf(
    db,
    'PERSON',
    rows.map(({ row }) => row.person),
  );
  const { rows: unable } = await sql<{ id: string; code: string }>`
    select id, case when status = 'CLOSED' then 'closed' else 'taken' end as code from users
    where id = any(${[...people.values()]}::uuid[]) and (status = 'CLOSED'
      or exists (select from payment_methods where user_id = users.id and is_default))`.execute(db);
  const codes = new Map(unable.map(({ id, code }) => [id, code]));
  return rows.flatMap(({ line, row }) => {
    const code = codes.get(people.get(row.person) ?? '');
    return [
      ...(isUsed.has(row.token) ? [{ line, column: 'token', code: 'taken' }] : []),
      ...(code === undefined ? [] : [{ line, column: 'person', code }]),
    ];
  });
}

export const paymentMethods: Source<z.output<typeof schema>> = {
  kind: 'PAYMENT_METHOD',
  columns: Object.keys(schema.def.shape),
  read: readBy(schema),
  sourceId: ({ person }) => person,
  unique: ({ token }) => [{ column: 'token', key: `token ${token}` }],
  references: ({ person }) => [{ column: 'person', kind: 'PERSON', sourceId: person }],
  check,
  write: async (trx, rows, { at }) => {
    const sourceIds = rows.map(({ row }) => row.person);
    const people = await idsOf(trx, 'PERSON', sourceIds);
    const methods = rows.map(({ id, row }) => ({
      id,
      userId: people.get(row.person) ?? '',
      type: row.type,
      token: row.token,
      cardLastFour: orNull(row.card_last_four),
      cardBrand: orNull(row.card_brand),
      expirationMonth: orNull(row.expiration_month),
      expirationYear: orNull(row.expiration_year),
      accountLabel: orNull(row.account_label),
    }));
    const waiting = await lockPaidBy(trx, [...people.values()]);
    const stored = await storeImportedMethods(trx, { methods, at });
    for (const userId of stored) if (waiting.has(userId)) await tryWaitingRenewals(trx, { userId, at });
    const customers = rows.map(({ row }) => row.customer);
    await sql`
      update users set gateway_customer_id = known.customer
      from unnest(${sourceIds.map((one) => people.get(one) ?? '')}::uuid[], ${customers}::text[]) as known (id, customer)
      where users.id = known.id and users.id in (
        select id from users where id = any(${[...people.values()]}::uuid[]) order by id for no key update)`.execute(
      trx,
    );
  },
};
