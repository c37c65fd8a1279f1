import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* The payer's time zone (IANA name) when they began to pay: the subscription's days are days there. */
    alter table subscriptions add column time_zone text not null default 'UTC';
    update subscriptions set time_zone = users.time_zone from users where users.id = payer_user_id and users.time_zone is not null;
  `.execute(db);
}
