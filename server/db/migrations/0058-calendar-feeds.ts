import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* The secret address at which somebody's calendar asks for their renewals: one each, a new one replaces it. */
    create table calendar_feeds (
      user_id uuid primary key references users,
      key_hash bytea not null unique,
      created_at timestamptz not null
    );
  `.execute(db);
}
