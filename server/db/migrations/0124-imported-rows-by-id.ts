import { type Kysely, sql } from 'kysely';

/** Finds a person's imported rows when their account is closed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index imported_rows_id on imported_rows (id)`.execute(db);
}
