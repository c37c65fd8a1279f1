import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Never written: an event is somebody's by the id of their browser alone. */
    alter table analytics_events drop column user_id;
    /* What somebody's browser did, for their export. */
    create index if not exists analytics_events_anonymous on analytics_events (anonymous_id) where anonymous_id is not null;
    /* What the other parent had typed about somebody whose account is closed. */
    create index if not exists registrations_family on registrations (family_id) where family_id is not null;
  `.execute(db);
}
