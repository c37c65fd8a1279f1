import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* What came from another system, by its own ids: nothing comes twice. */
    create table imported_rows (
      kind text not null,
      source_id text not null,
      id uuid not null,
      /* Of the row as it came: one that has changed since is told apart. */
      content_hash bytea not null,
      imported_at timestamptz not null,
      primary key (kind, source_id)
    );

    /* Terms that the other system was paid for. Until the day it renews them itself. */
    create table imported_terms (
      subscription_id uuid primary key references subscriptions on delete cascade,
      period_start date not null,
      /* What was paid for it, without added tax. */
      net_cents int not null check (net_cents >= 0),
      renews_from date not null
    );
  `.execute(db);
}
