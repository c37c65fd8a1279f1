import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Courts that hand out a link of their own to the form for a year without charge. */
    create table court_links (
      key text primary key check (key ~ '^[a-z0-9_-]{1,64}$'),
      name text not null check (length(name) between 1 and 80),
      created_at timestamptz not null,
      ended_at timestamptz
    );

    alter table fee_waivers
      /* Whose link they came by. */
      add column court_key text references court_links,
      /* Of an account whose year was paid with the code when it was granted. */
      add column paid_until date;

    /* Who has an account may ask for another year once the one before was answered. */
    create unique index fee_waivers_user_asked on fee_waivers (user_id) where user_id is not null and state = 'ASKED';
    drop index fee_waivers_user;
    create index fee_waivers_user on fee_waivers (user_id) where user_id is not null;
  `.execute(db);
}
