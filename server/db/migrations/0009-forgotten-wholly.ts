import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Never written: events are linked to a person only by the id of their browser. */
    alter table analytics_events drop column user_id;
    /* Events of a person's browser, for their export. */
    create index if not exists analytics_events_anonymous on analytics_events (anonymous_id) where anonymous_id is not null;
    /* What the other parent entered about a person whose account is closed. */
    create index if not exists registrations_family on registrations (family_id) where family_id is not null;
  `.execute(db);
}
