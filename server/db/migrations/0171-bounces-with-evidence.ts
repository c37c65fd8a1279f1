import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Its address was entered again since: late bounces change nothing, a complaint still does. */
    alter table mail_envelopes add column ignores_bounces boolean not null default false;
    /* Different mails that were refused for good. Earlier reports were taken without evidence: one more is needed. */
    alter table suppressed_addresses add column hard_reports int not null default 0;
    update suppressed_addresses set hard_reports = 1 where cause = 'HARD';
  `.execute(db);
}
