import { type Kysely, sql } from 'kysely';

/** Null: stored by an earlier release; any body is then the same request. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Keyed: it covers the security answer and code, which a plain hash would let a reader try. */
    alter table professionals add column request_hash bytea;
    alter table case_imports add column request_hash bytea;
  `.execute(db);
}
