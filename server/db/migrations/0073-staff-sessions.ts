import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Sessions of the company's staff in the console. Their accounts are at the identity provider, not here. */
    create table staff_sessions (
      id uuid primary key,
      token_hash bytea not null unique,
      subject text not null,
      name text not null,
      roles text[] not null,
      created_at timestamptz not null,
      last_seen_at timestamptz not null,
      expires_at timestamptz not null
    );
    create index staff_sessions_expiry on staff_sessions (expires_at);
  `.execute(db);
}
