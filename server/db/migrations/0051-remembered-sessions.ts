import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Its owner chose to be remembered by this browser: it outlives the browser's end. */
    alter table sessions add column remembered boolean not null default false;
  `.execute(db);
}
