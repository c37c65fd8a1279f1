import { type Kysely, sql } from 'kysely';

/** Null: sent without a key, or confirmed by a second person, whose proposal has the key. Not part of the hash chain. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* The hash is keyed: it covers inputs that are not logged, which a plain hash would let a reader try. */
    alter table staff_actions add column request_key uuid, add column request_hash bytea;
    alter table staff_proposals add column request_key uuid, add column request_hash bytea;
    create unique index staff_actions_request on staff_actions (actor, request_key) where request_key is not null;
    create unique index staff_proposals_request on staff_proposals (proposed_by, request_key)
      where request_key is not null;
  `.execute(db);
}
