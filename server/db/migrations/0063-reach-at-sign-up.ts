import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Contact preferences given before the person had an account; null: none. */
    alter table registrations add column reach jsonb;
  `.execute(db);
}
