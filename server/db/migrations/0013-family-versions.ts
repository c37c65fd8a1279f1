import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Raised with each change of the children, which both parents edit: whoever saves an older list is told first. */
    alter table families add column version int not null default 1;
  `.execute(db);
}
