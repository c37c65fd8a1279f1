import type pg from 'pg';
import { loadInBulk } from './bulk-load.ts';

type Column = Record<string, string>;

/** The percentage of registrations that are paid. The others expire. */
const paidOfHundred = 40;

/** An id made from a number, ordered by time like the server's; `kind` keeps the ids of different tables apart. */
const id = (kind: number, number = 'n') =>
  `('01900000-${kind.toString(16).padStart(4, '0')}-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;
const hash = (kind: string) => `'\\x' || md5('${kind}' || n) || md5(n || '${kind}')`;
const kinds = {
  registration: 1,
  family: 2,
  parent: 3,
  coParent: 4,
  attempt: 5,
  order: 6,
  method: 7,
  subscription: 8,
} as const;
/** Spreads a timestamp over the last thirteen months. */
const earlier = (column: string) => ({ [column]: `model.${column} - n % 390 * interval '1 day'` });
/** The id of a sign-up's row, by kind. */
const ids = Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, id(kind)])) as Record<
  keyof typeof kinds,
  string
>;

/**
 * The rows of one paid sign-up are copied many times with other ids, so that they have the size and columns that the
 * server currently writes. `modelIs`: which rows to copy; `change`: columns that differ, as SQL over `n`.
 */
const paid: { table: string; modelIs: string; change: Column }[] = [
  { table: 'families', modelIs: 'id = $family', change: { id: ids.family } },
  {
    table: 'users',
    modelIs: 'id = $parent',
    change: { ...person('stored'), id: ids.parent, username: `'stored' || n`, gateway_customer_id: ids.registration },
  },
  {
    table: 'users',
    modelIs: `family_id = $family and id <> $parent`,
    change: { ...person('other'), id: ids.coParent },
  },
  { table: 'children', modelIs: 'family_id = $family', change: { id: id(9), family_id: ids.family } },
  {
    table: 'registrations',
    modelIs: 'id = $registration',
    change: { id: ids.registration, key_hash: hash('key'), family_id: ids.family, user_id: ids.parent },
  },
  {
    table: 'payment_attempts',
    modelIs: 'subject_id = $registration',
    change: {
      ...earlier('created_at'),
      ...earlier('settled_at'),
      id: ids.attempt,
      subject_id: ids.registration,
      transaction_id: `'stored-' || n`,
      idempotency_key: id(10),
    },
  },
  {
    table: 'orders',
    modelIs: 'family_id = $family',
    change: {
      ...earlier('created_at'),
      id: ids.order,
      attempt_id: ids.attempt,
      user_id: ids.parent,
      family_id: ids.family,
      transaction_id: `'stored-' || n`,
    },
  },
  {
    table: 'documents',
    modelIs: 'user_id = $parent',
    // Numbers that the sign-ups of the bench do not reach. A missing PDF is rendered again on demand.
    change: {
      id: id(12),
      number: '100000000 + n',
      cause: `'order:' || ${ids.order}`,
      order_id: ids.order,
      user_id: ids.parent,
      pdf: 'null',
    },
  },
  {
    table: 'payment_methods',
    modelIs: 'user_id = $parent',
    change: { id: ids.method, user_id: ids.parent, token: `'stored-' || n` },
  },
  {
    table: 'subscriptions',
    modelIs: 'user_id = $parent',
    change: { id: ids.subscription, user_id: ids.parent, payer_user_id: ids.parent, family_id: ids.family },
  },
  {
    table: 'subscription_periods',
    modelIs: 'subscription_id in (select id from subscriptions where user_id = $parent)',
    change: { subscription_id: ids.subscription, order_id: ids.order },
  },
  {
    table: 'consents',
    modelIs: 'user_id = $parent',
    change: { id: `md5(model.id::text || n)::uuid`, user_id: ids.parent },
  },
  {
    table: 'invites',
    modelIs: 'family_id = $family',
    change: {
      id: id(11),
      family_id: ids.family,
      user_id: ids.coParent,
      inviter_user_id: ids.parent,
      token_hash: hash('invite'),
    },
  },
  {
    table: 'single_use_tokens',
    modelIs: 'user_id = $parent',
    change: {
      id: `md5(model.id::text || n)::uuid`,
      user_id: ids.parent,
      token_hash: `'\\x' || md5(model.id::text || n)`,
    },
  },
  {
    table: 'sent_mails',
    modelIs: 'user_id = $parent',
    change: {
      message_id: `model.message_id || n`,
      user_id: ids.parent,
      ...earlier('sent_at'),
    },
  },
];

function person(mark: string): Column {
  const email = `'${mark}' || n || '@example.com'`;
  return { family_id: ids.family, email, email_normalised: email, phone_number: `(2000000000 + n * 7)::text` };
}

/**
 * Stores sign-ups `from` to `to` as copies of `registration`, which must be paid and complete: unpaid ones, and paid
 * ones with all their rows. Afterwards the tables are analysed for the planner.
 */
export async function storeSignUps(
  pool: pg.Pool,
  { from, to, registration }: { from: number; to: number; registration: string },
): Promise<void> {
  const { rows } = await pool.query<{ family: string; parent: string }>(
    'select family_id as family, user_id as parent from registrations where id = $1',
    [registration],
  );
  const model = { registration, family: rows[0]?.family ?? '', parent: rows[0]?.parent ?? '' };
  const started = {
    id: ids.registration,
    key_hash: hash('key'),
    state: `'EXPIRED'`,
    family_id: 'null',
    user_id: 'null',
  };
  const tables = [...new Set(paid.map(({ table }) => table))];
  await loadInBulk(pool, tables, async (client) => {
    const columns = await readColumns(client, tables);
    const copy = (one: Copy) => client.query(copyStatement({ one, columns, model, from, to }));
    for (const one of paid) await copy({ ...one, which: `n % 100 < ${paidOfHundred}` });
    const others = { table: 'registrations', modelIs: 'id = $registration', change: started };
    await copy({ ...others, which: `n % 100 >= ${paidOfHundred}` });
  });
}

type Model = Record<'registration' | 'family' | 'parent', string>;
type Copy = { table: string; modelIs: string; change: Column; which: string };
type Columns = { table: string; name: string; type: string }[];

/** The columns that can be written. */
async function readColumns(client: pg.PoolClient, tables: readonly string[]): Promise<Columns> {
  const { rows } = await client.query<Columns[number]>(
    `select name as table, attname as name, format_type(atttypid, atttypmod) as type
     from unnest($1::text[]) name, pg_attribute
       where attrelid = name::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [tables],
  );
  return rows;
}

type CopyStatement = { one: Copy; columns: Columns; model: Model; from: number; to: number };

function copyStatement({ one, columns, model, from, to }: CopyStatement): string {
  const { table, modelIs, change, which } = one;
  const rows = modelIs.replaceAll(/\$(\w+)/g, (_, name: keyof Model) => `'${model[name]}'`);
  const own = columns.filter((column) => column.table === table);
  const values = own.map(({ name, type }) => (change[name] ? `(${change[name]})::${type}` : `model.${name}`));
  return `insert into ${table} (${own.map(({ name }) => name).join(', ')})
    select ${values.join(', ')} from (select * from ${table} where ${rows}) model, generate_series(${from}, ${to}) n
      where ${which}`;
}
