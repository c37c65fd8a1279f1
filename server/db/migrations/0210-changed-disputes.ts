import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Each night what changed since is compared with the gateway's books. */
    create index disputes_updated on disputes (updated_at);
  `.execute(db);
}
