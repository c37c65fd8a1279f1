import { type Kysely, sql } from 'kysely';

/**
 * The payer's time zone at purchase, which determines the days on all documents of the order, wherever they live later.
 * Null: bought under an earlier release; the payer's current zone applies.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column time_zone text`.execute(db);
}
