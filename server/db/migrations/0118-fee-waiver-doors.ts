import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Courts that hand out their own link to the form for a year without charge. */
    create table court_links (
      key text primary key check (key ~ '^[a-z0-9_-]{1,64}$'),
      name text not null check (length(name) between 1 and 80),
      created_at timestamptz not null,
      ended_at timestamptz
    );

    alter table fee_waivers
      /* The court whose link the requester used. */
      add column court_key text references court_links,
      /* If an account's year was paid with the code when it was granted: until when. */
      add column paid_until date;

    /* A person with an account may request another year once the previous request was decided. */
    create unique index fee_waivers_user_asked on fee_waivers (user_id) where user_id is not null and state = 'ASKED';
    drop index fee_waivers_user;
    create index fee_waivers_user on fee_waivers (user_id) where user_id is not null;
  `.execute(db);
}
