import { type Kysely, sql } from 'kysely';

/** Whose code it is: the sign-up or account that a free year was granted to, and a keyed hash of its mailbox. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table activation_codes add column holder_id uuid, add column holder_hash bytea`.execute(db);
}
