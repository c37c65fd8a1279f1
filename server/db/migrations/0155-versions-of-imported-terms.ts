import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table imported_terms
      /* The version in which the last import left the plan: in another, somebody has changed it here. */
      add column version int not null default 1;
  `.execute(db);
}
