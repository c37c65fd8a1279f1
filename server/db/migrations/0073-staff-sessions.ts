import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Of the company's own people in the console. They are known at the identity provider, not here. */
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
