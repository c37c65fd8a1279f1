import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index staff_proposals_open;
    /* At most one open proposal per action, person and subject. New objects have no subject: their inputs differ. */
    create unique index staff_proposals_open on staff_proposals
      (action, coalesce(user_id::text, ''), coalesce(subject, ''), (case when subject = 'coupons' then inputs else '' end))
      where state = 'OPEN';
  `.execute(db);
}
