import { type Kysely, sql } from 'kysely';

/**
 * When a mailed link to a sign-up was opened, which the browser with the open sign-up is told. Answers to fee-waiver
 * requests have their own kind of link, which moves the sign-up.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table registrations add column link_opened_at timestamptz;
    alter table resumptions drop constraint resumptions_kind_check;
    alter table resumptions add constraint resumptions_kind_check check (kind in ('CODE', 'LINK', 'ANSWER'));
  `.execute(db);
}
