import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* The site of a row by its country; null is the main one, the only one before this migration. */
    alter table users add column site_country text;
    alter table registrations add column site_country text;
    /* The site of the record's issuer. */
    alter table oidc_records add column site_country text;
    /* The domain that a passkey was made for; null is the main site's. */
    alter table passkeys add column domain text;
  `.execute(db);
}
