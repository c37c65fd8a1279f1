import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* How the holder of a stored card was authenticated: the issuer asks for it when a renewal is disputed. */
    alter table payment_methods add column authentication jsonb;
  `.execute(db);
}
