import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Browsers that have signed in to an account before: wrong passwords of strangers do not lock them out. */
    create table known_devices (
      token_hash bytea not null,
      user_id uuid not null references users (id),
      used_at timestamptz not null,
      primary key (token_hash, user_id)
    );
    create index known_devices_user on known_devices (user_id);
    create index known_devices_used on known_devices (used_at);
  `.execute(db);
}
