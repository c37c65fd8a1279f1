import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* What somebody said of being reached before they had an account; null: nothing. */
    alter table registrations add column reach jsonb;
  `.execute(db);
}
