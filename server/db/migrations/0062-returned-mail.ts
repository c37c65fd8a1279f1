import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Mails that can bounce, by the hash of the tag in their sender. Addresses are keyed hashes, safe from guessing. */
    create table mail_envelopes (
      tag_hash bytea primary key,
      /* Null for a person without an account. */
      user_id uuid references users,
      address_hash bytea not null,
      template text not null,
      /* The worst report so far; a repeated report changes nothing. */
      reported text check (reported in ('SOFT', 'HARD', 'COMPLAINT')),
      /* Not sent, because of reports about earlier mails. */
      withheld text check (withheld in ('SOFT', 'HARD', 'COMPLAINT')),
      sent_at timestamptz not null
    );
    create index mail_envelopes_reader on mail_envelopes (user_id, address_hash);
    create index mail_envelopes_sent on mail_envelopes (sent_at);

    /* Also by reader: what happens to one account's mails must reveal nothing about another with the same address. */
    create table suppressed_addresses (
      user_id uuid references users,
      address_hash bytea not null,
      cause text not null check (cause in ('SOFT', 'HARD', 'COMPLAINT')),
      reports int not null,
      reported_at timestamptz not null,
      unique nulls not distinct (user_id, address_hash)
    );
    create index suppressed_addresses_reported on suppressed_addresses (reported_at);
  `.execute(db);
}
