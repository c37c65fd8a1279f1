import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* A person's invites, latest first: read whenever their progress is looked up. */
    create index invites_user on invites (user_id, id desc);
  `.execute(db);
}
