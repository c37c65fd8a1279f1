import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* The site of a row by its country; null is the main one, where everybody was while there was no other. */
    alter table users add column site_country text;
    alter table registrations add column site_country text;
    /* The issuer that a record is of. */
    alter table oidc_records add column site_country text;
    /* The domain a passkey was made for; null is that of the main site. */
    alter table passkeys add column domain text;
  `.execute(db);
}
