import { type Kysely, type RawBuilder, sql } from 'kysely';
import { emailForm, normaliseEmail, normaliseText, phoneForm, postalCodeForm } from './0200-forms.ts';

type Row = Record<string, unknown>;
/** `where`: rows that may need conversion. `formOf`: the columns of a row in canonical form. */
type Part = { table: string; columns: string; where: string; formOf: (row: Row) => Row };

const rowsAtOnce = 1_000;
const text = (value: unknown) => (typeof value === 'string' ? value : '');
const otherForm = String.raw`[\u00a0\u00ad\u00b4\u02bc\u2000-\u206f\u3000\ufeff]|  `;
const mayDiffer = (columns: string) =>
  columns
    .split(', ')
    .map((column) => `${column} is not nfc normalized or ${column} ~ '${otherForm}'`)
    .join(' or ');
const eachText = (row: Row) =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => (value === null ? [] : [[name, normaliseText(text(value))]])),
  );

function phoneOf({ phone_country_code: code, phone_number: number }: Record<string, unknown>) {
  const read = phoneForm({ code: text(code), number: text(number) });
  return read ? { phone_country_code: `+${read.code}`, phone_number: read.number } : {};
}

/** The person in a sign-up's data. */
function personOf(person: unknown): unknown {
  if (typeof person !== 'object' || person === null) return person;
  const { email, phoneCountryCode, phoneNumber } = person as Record<string, unknown>;
  const read = phoneForm({ code: text(phoneCountryCode), number: text(phoneNumber) });
  return {
    ...person,
    ...(typeof email === 'string' ? { email: emailForm(email) } : {}),
    ...(read ? { phoneCountryCode: `+${read.code}`, phoneNumber: read.number } : {}),
  };
}

const names = 'first_name, last_name';
const lines = 'line1, line2, city';
const withPrefixes = `phone_number ~ '^0' or phone_country_code in ('+52', '+54')`;

const parts: readonly Part[] = [
  {
    table: 'users',
    columns: 'email, invited_email',
    where: String.raw`email ~ '[^\x01-\x7f]' or invited_email ~ '[^\x01-\x7f]'`,
    formOf: ({ email, invited_email: invited }) => ({
      email: emailForm(text(email)),
      email_normalised: normaliseEmail(text(email)),
      ...(invited === null ? {} : { invited_email: emailForm(text(invited)) }),
    }),
  },
  { table: 'users', columns: 'phone_country_code, phone_number', where: withPrefixes, formOf: phoneOf },
  {
    table: 'users',
    columns: 'country, postal_code',
    where: `postal_code ~ '[^0-9]' or length(postal_code) > 5 or country not in ('AU', 'MX', 'NZ', 'US')`,
    formOf: ({ country, postal_code: code }) => ({
      postal_code: postalCodeForm({ country: text(country), postalCode: text(code) }),
    }),
  },
  ...[names, 'invited_first_name, invited_last_name', lines].map((columns) => ({
    table: 'users',
    columns,
    where: mayDiffer(columns),
    formOf: eachText,
  })),
  { table: 'children', columns: names, where: mayDiffer(names), formOf: eachText },
  {
    table: 'children',
    columns: 'email',
    where: String.raw`email ~ '[^\x01-\x7f]'`,
    formOf: ({ email }) => ({ email: emailForm(text(email)) }),
  },
  {
    table: 'registrations',
    columns: 'parent, family',
    where: `state in ('DETAILS', 'FAMILY')`,
    formOf: ({ parent, family }) => {
      const { coParent, ...rest } = (family ?? {}) as Record<string, unknown>;
      return {
        parent: JSON.stringify(personOf(parent)),
        ...(family === null ? {} : { family: JSON.stringify({ ...rest, coParent: personOf(coParent) }) }),
      };
    },
  },
  {
    table: 'account_activity',
    columns: 'before',
    where: `part in ('EMAIL', 'PHONE') and before is not null`,
    formOf: ({ before }) => {
      const was = before as Record<string, unknown>;
      const email = typeof was['email'] === 'string' ? { email: emailForm(was['email']) } : {};
      const key = 'email_normalised' in was ? { email_normalised: normaliseEmail(text(was['email_normalised'])) } : {};
      return { before: JSON.stringify({ ...was, ...email, ...key, ...phoneOf(was) }) };
    },
  },
];

/**
 * Converts what people typed to the canonical form, without which their rows would not be found. If the addresses of
 * two accounts become equal, both keep it, like accounts that share an address. Proofs of an address stay valid,
 * because it is the same mailbox: their time is moved by a microsecond, because the trigger would otherwise delete
 * them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of parts) await rewrite(db, part);
}

async function rewrite(db: Kysely<unknown>, { table, columns, where, formOf }: Part): Promise<void> {
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await sql<{ id: string; held: Row }>`
      select id, to_jsonb(part) - 'id' as held from (
        select id, ${sql.raw(columns)} from ${sql.table(table)}
          where (${sql.raw(where)}) and id > ${last} order by id limit ${rowsAtOnce}) as part`.execute(db);
    for (const { id, held } of rows) await save(db, { table, id, form: formOf(held) });
    if (rows.length < rowsAtOnce) return;
    last = rows.at(-1)?.id ?? last;
  }
}

async function save(db: Kysely<unknown>, { table, id, form }: { table: string; id: string; form: Row }): Promise<void> {
  const columns = Object.entries(form);
  if (columns.length === 0) return;
  const typed = ([name, value]: [string, unknown]): RawBuilder<unknown> =>
    sql`${sql.ref(name)} = ${value}${sql.raw(jsonColumns.has(name) ? '::jsonb' : '')}`;
  const changes = ([name, value]: [string, unknown]): RawBuilder<unknown> =>
    sql`${sql.ref(name)} is distinct from ${value}${sql.raw(jsonColumns.has(name) ? '::jsonb' : '')}`;
  const proof =
    'email_normalised' in form ? sql`, email_proven_at = email_proven_at + interval '1 microsecond'` : sql``;
  await sql`update ${sql.table(table)} set ${sql.join(columns.map(typed))}${proof}
    where id = ${id} and (${sql.join(columns.map(changes), sql` or `)})`.execute(db);
}

const jsonColumns = new Set(['parent', 'family', 'before']);
