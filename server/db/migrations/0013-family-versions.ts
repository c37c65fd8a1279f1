import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Incremented with each change of the children, which both parents edit: an outdated list is not saved. */
    alter table families add column version int not null default 1;
  `.execute(db);
}
