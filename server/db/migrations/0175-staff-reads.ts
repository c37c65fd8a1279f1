import { type Kysely, sql } from 'kysely';

/**
 * Which people's data staff looked at, when and how; and the result of the question and code that staff had verified.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table staff_reads (
      id uuid primary key,
      at timestamptz not null,
      actor text not null,
      actor_name text not null,
      role text not null,
      /* Null: a search that found nobody. */
      user_id uuid references users,
      kind text not null check (kind in ('PAGE', 'SEARCH', 'QUESTION_RIGHT', 'QUESTION_WRONG'))
    );
    create index staff_reads_user on staff_reads (user_id, at);
    create index staff_reads_at on staff_reads (at);
    /* The queue of claims that staff decide. */
    create index ownership_claims_staff on ownership_claims (expires_at, id) where state = 'STAFF';
  `.execute(db);
}
