import { type Kysely, sql } from 'kysely';

/** `now()` is evaluated once, so that the table is not rewritten. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table known_devices add column known_since timestamptz not null default now()`.execute(db);
}
