import { type Kysely, sql } from 'kysely';

/**
 * Null: opened without a key, or not by a professional's form. Found by the professional, whose lock keeps a key from
 * being used twice.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* The hash is keyed: it covers names and e-mails, which a plain hash would let a reader try. */
    alter table families add column request_key uuid, add column request_hash bytea;
  `.execute(db);
}
