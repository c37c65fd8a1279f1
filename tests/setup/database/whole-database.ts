import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';

/** Every row of every table, ours and the queue's, as text; bytes as hex. */
export async function wholeDatabase(db: Db): Promise<{ table: string; text: string }[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_schema || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`.execute(db);
  return Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.raw(name)} t`.execute(db);
      return { table: name, text: rows.map(({ row }) => row).join('\n') };
    }),
  );
}
