import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';

/** The rows of all tables, the queue's included, for comparison. */
export async function everyRow(db: Db, { except = [] as string[] } = {}): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string; bare: string }>`
    select format('%I.%I', schemaname, tablename) as name, tablename as bare from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema', 'test_reset') and schemaname not like 'pg_temp%' order by 1`.execute(
    db,
  );
  const contents = tables
    .filter(({ bare }) => !except.includes(bare))
    .map(
      ({ name }) => sql`select ${name} as name, coalesce(
        (select md5(string_agg(one::text, '|' order by one::text)) from ${sql.raw(name)} as one), 'empty') as content`,
    );
  const { rows } = await sql<{ name: string; content: string }>`${sql.join(contents, sql` union all `)}`.execute(db);
  return Object.fromEntries(rows.map(({ name, content }) => [name, content]));
}
