import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* How somebody may be reached. Without a row: by every channel, at any hour. */
    create table reach (
      user_id uuid primary key references users,
      mail boolean not null,
      text boolean not null,
      call boolean not null,
      /* Full hours of the day in time_zone; from after until goes past midnight. */
      from_hour int check (from_hour between 0 and 23),
      until_hour int check (until_hour between 0 and 23),
      time_zone text not null,
      neutral boolean not null,
      changed_at timestamptz not null,
      check ((from_hour is null) = (until_hour is null))
    );
  `.execute(db);
}
