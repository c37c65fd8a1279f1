import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* The secret URL at which a person's calendar reads their renewals: one per person; a new one replaces it. */
    create table calendar_feeds (
      user_id uuid primary key references users,
      key_hash bytea not null unique,
      created_at timestamptz not null
    );
  `.execute(db);
}
