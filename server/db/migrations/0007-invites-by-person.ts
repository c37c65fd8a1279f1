import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* A person's invites, the latest first: every look at how far somebody has come asks for them. */
    create index invites_user on invites (user_id, id desc);
  `.execute(db);
}
