import { type Kysely, sql } from 'kysely';

/** Whoever closes their account is found among what was imported. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index imported_rows_id on imported_rows (id)`.execute(db);
}
