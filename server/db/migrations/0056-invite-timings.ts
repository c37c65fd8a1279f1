import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table registrations add column invite_timing jsonb;
    alter table invites add column by_letter boolean not null default false;

    /* Co-parents whose invite waits. The row is deleted when an invite is issued; while it exists, no message may be
       sent to that person. */
    create table invite_timings (
      user_id uuid primary key references users,
      inviter_user_id uuid not null references users,
      timing text not null check (timing in ('ON_DAY', 'LATER', 'LETTER', 'NEVER')),
      day date,
      changed_at timestamptz not null,
      check ((timing = 'ON_DAY') = (day is not null))
    );
    create index invite_timings_inviter on invite_timings (inviter_user_id);
  `.execute(db);
}
