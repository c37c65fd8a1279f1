import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* When something was last written in this session: lists come from a replica only once it holds that. */
    alter table sessions add column wrote_at timestamptz;
  `.execute(db);
}
