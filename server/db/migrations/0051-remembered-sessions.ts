import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Its owner chose to be remembered on this browser, so the session survives closing it. */
    alter table sessions add column remembered boolean not null default false;
  `.execute(db);
}
