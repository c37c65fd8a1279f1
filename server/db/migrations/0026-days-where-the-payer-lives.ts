import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* The payer's (IANA name), as it was when they began to pay: days of a subscription are days there. */
    alter table subscriptions add column time_zone text not null default 'UTC';
    update subscriptions set time_zone = users.time_zone from users where users.id = payer_user_id and users.time_zone is not null;
  `.execute(db);
}
