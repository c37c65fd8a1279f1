import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* How often one person may use it; null: without limit. */
    alter table coupons add column per_person int check (per_person > 0);

    /* Keyed hashes of mailbox and phone that identify people who pay with a code. No address can be read from them. */
    create table code_users (
      attempt_id uuid primary key references payment_attempts,
      person_hashes bytea[] not null,
      used_at timestamptz not null
    );
    create index code_users_person on code_users using gin (person_hashes);
    create index code_users_at on code_users (used_at);
  `.execute(db);
}
