import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '../../db/pool.ts';
import type { OwnershipPart } from './ownership-change.ts';

export const ownershipParts = [
  'EMAIL',
  'PHONE',
  'NAME',
  'USERNAME',
  'PASSWORD',
  'QUESTION',
  'REACH',
  'INVOICES',
  'FACTORS',
  'CLOSING',
] as const satisfies readonly OwnershipPart[];

/** Where each part of an account is stored: columns of the user, or all rows that belong to the user. */
const stored: Record<OwnershipPart, { columns: string[] } | { tables: string[] }> = {
  EMAIL: { columns: ['email', 'email_normalised', 'email_proven_at'] },
  PHONE: { columns: ['phone_country_code', 'phone_number'] },
  /** Staff are shown papers in the name on the account. */
  NAME: { columns: ['first_name', 'last_name'] },
  USERNAME: { columns: ['username'] },
  PASSWORD: { columns: ['password_hash'] },
  QUESTION: { columns: ['security_question', 'security_answer_hash', 'security_code_hash'] },
  REACH: { tables: ['reach'] },
  /** Invoices show where their payer lives. */
  INVOICES: { tables: ['invoice_addresses'] },
  FACTORS: { tables: ['passkeys', 'totp_factors', 'recovery_codes'] },
  CLOSING: { tables: ['deletion_requests'] },
};

/** A part as PostgreSQL serialises it, so that it can be restored, whatever columns it has. */
export async function readPart(
  db: DbOrTrx,
  { userId, part }: { userId: string; part: OwnershipPart },
): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ value: Record<string, unknown> }>`select ${partOf(part, userId)} as value`.execute(db);
  return rows[0]?.value ?? {};
}

/** All parts, in one statement. */
export async function readParts(db: DbOrTrx, userId: string): Promise<Record<OwnershipPart, unknown>> {
  const pairs = ownershipParts.flatMap((part) => [sql`${part}::text`, partOf(part, userId)]);
  const { rows } = await sql<{ parts: Record<OwnershipPart, unknown> }>`
    select jsonb_build_object(${sql.join(pairs)}) as parts`.execute(db);
  if (!rows[0]) throw new Error('A statement without a table has one row');
  return rows[0].parts;
}

function partOf(part: OwnershipPart, userId: string) {
  const where = stored[part];
  if ('columns' in where)
    return sql`(select to_jsonb(part) from (select ${columnList(where.columns)} from users where id = ${userId}) as part)`;
  return sql`jsonb_build_object(${sql.join(
    where.tables.flatMap((table) => [
      sql`${table}::text`,
      sql`(select coalesce(jsonb_agg(to_jsonb(part)), '[]') from ${sql.table(table)} as part where user_id = ${userId})`,
    ]),
  )})`;
}

/**
 * Restores a part. A username, or the id of a passkey, that somebody else has meanwhile is not taken from them: a
 * copied id must not prevent the rest from being restored.
 */
export async function restorePart(
  trx: Trx,
  { userId, part, value, at }: { userId: string; part: OwnershipPart; value: unknown; at: Date },
): Promise<void> {
  const where = stored[part];
  const json = sql`${JSON.stringify(value)}::jsonb`;
  if ('columns' in where) {
    const set = sql.join(where.columns.map((column) => sql`${sql.ref(column)} = before.${sql.ref(column)}`));
    await sql`
      update users set ${set}, updated_at = ${at} from jsonb_populate_record(null::users, ${json}) as before
        where users.id = ${userId} and not exists (select from users as other where other.id <> ${userId}
          and ${part === 'USERNAME' ? sql`lower(other.username) = lower(before.username)` : sql`false`})`.execute(trx);
    return;
  }
  for (const table of where.tables) {
    const name = sql.table(table);
    await sql`delete from ${name} where user_id = ${userId}`.execute(trx);
    await sql`insert into ${name} select * from jsonb_populate_recordset(null::${name}, ${json} -> ${table})
      on conflict do nothing`.execute(trx);
  }
}

const columnList = (columns: string[]) => sql.join(columns.map((column) => sql.ref(column)));
