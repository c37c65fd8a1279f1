import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Worth one year of this package, whatever it costs the person who uses it. Once used, its amount is what it was
       worth then. */
    alter table activation_codes add column package_name text check (package_name in ('ESSENTIALS', 'PREMIUM', 'BASIC'));
  `.execute(db);
}
