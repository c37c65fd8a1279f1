import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* What became of a text message, without its number and its words. at: when it came to that fate. */
    create table sent_texts (
      text_id text not null,
      kind text not null,
      user_id uuid not null,
      fate text not null check (fate in ('SENT', 'REFUSED', 'UNSAFE', 'SWITCHED_OFF', 'NOT_TAKEN', 'GIVEN_UP')),
      at timestamptz not null
    ) partition by range (at);
    create table sent_texts_rest partition of sent_texts (primary key (text_id)) default;
    create index sent_texts_user on sent_texts (user_id, at);
    select add_months('sent_texts', now());
  `.execute(db);
}
