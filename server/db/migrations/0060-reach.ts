import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* How a person may be contacted. Without a row: by every channel, at any hour. */
    create table reach (
      user_id uuid primary key references users,
      mail boolean not null,
      text boolean not null,
      call boolean not null,
      /* Full hours in time_zone; if from is after until, the range goes past midnight. */
      from_hour int check (from_hour between 0 and 23),
      until_hour int check (until_hour between 0 and 23),
      time_zone text not null,
      neutral boolean not null,
      changed_at timestamptz not null,
      check ((from_hour is null) = (until_hour is null))
    );
  `.execute(db);
}
