import { type Kysely, sql } from 'kysely';

/**
 * When a mailed link into a sign-up was opened, of which the browser that has it open is told. The answer to a request
 * for a fee waiver has a link of its own kind, which moves the sign-up.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table registrations add column link_opened_at timestamptz;
    alter table resumptions drop constraint resumptions_kind_check;
    alter table resumptions add constraint resumptions_kind_check check (kind in ('CODE', 'LINK', 'ANSWER'));
  `.execute(db);
}
