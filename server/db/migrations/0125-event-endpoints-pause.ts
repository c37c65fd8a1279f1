import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Events wait while their endpoint is paused. RECEIVER: it answered 410. */
    alter table event_endpoints
      add column paused_at timestamptz,
      add column paused_by text check (paused_by in ('STAFF', 'RECEIVER')),
      add constraint event_endpoints_paused check ((paused_at is null) = (paused_by is null)),
      /* Its receiver asked for no call before this time (Retry-After). */
      add column not_before timestamptz not null default '-infinity';
  `.execute(db);
}
