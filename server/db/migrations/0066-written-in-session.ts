import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* When this session last wrote something: lists are read from a replica only once it has that. */
    alter table sessions add column wrote_at timestamptz;
  `.execute(db);
}
