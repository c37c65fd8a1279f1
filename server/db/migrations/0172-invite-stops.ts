import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Mailboxes whose readers want no invites, by a keyed hash: mailboxes of people who have no account here. */
    create table invite_stops (mailbox_hash bytea primary key, stopped_at timestamptz not null);
    create index invite_stops_stopped on invite_stops (stopped_at);
    /* It was not mailed, because its reader wants none. */
    alter table invites add column not_mailed_at timestamptz;
  `.execute(db);
}
