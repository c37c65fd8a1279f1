import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Rows imported from another system, by its ids, so that nothing is imported twice. */
    create table imported_rows (
      kind text not null,
      source_id text not null,
      id uuid not null,
      /* Hash of the row as imported, by which later changes are noticed. */
      content_hash bytea not null,
      imported_at timestamptz not null,
      primary key (kind, source_id)
    );

    /* Terms paid for in the other system, which renews them until the day renews_from. */
    create table imported_terms (
      subscription_id uuid primary key references subscriptions on delete cascade,
      period_start date not null,
      /* What was paid for the term, without added tax. */
      net_cents int not null check (net_cents >= 0),
      renews_from date not null
    );
  `.execute(db);
}
