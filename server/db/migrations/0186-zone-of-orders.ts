import { type Kysely, sql } from 'kysely';

/**
 * The payer's time zone when they bought, which decides the day on every paper of it, wherever they live later. Null:
 * bought under an earlier release, and the payer's present one counts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column time_zone text`.execute(db);
}
