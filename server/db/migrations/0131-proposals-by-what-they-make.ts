import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index staff_proposals_open;
    /* One of a kind waits at a time. What is made anew has no subject of its own: what it is made with tells two apart. */
    create unique index staff_proposals_open on staff_proposals
      (action, coalesce(user_id::text, ''), coalesce(subject, ''), (case when subject = 'coupons' then inputs else '' end))
      where state = 'OPEN';
  `.execute(db);
}
