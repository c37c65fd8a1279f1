import { type Kysely, sql } from 'kysely';

/** Finds the requests that refer to a court's link. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index fee_waivers_court on fee_waivers (court_key) where court_key is not null`.execute(db);
}
