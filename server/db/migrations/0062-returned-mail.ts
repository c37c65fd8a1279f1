import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Each mail that can come back, by the hash of the tag in its sender. Addresses are keyed hashes: none is found by trying all. */
    create table mail_envelopes (
      tag_hash bytea primary key,
      /* Null: somebody who has no account yet. */
      user_id uuid references users,
      address_hash bytea not null,
      template text not null,
      /* The worst that was reported of it; what is reported again changes nothing. */
      reported text check (reported in ('SOFT', 'HARD', 'COMPLAINT')),
      /* It was not sent, because of what had been reported of earlier ones. */
      withheld text check (withheld in ('SOFT', 'HARD', 'COMPLAINT')),
      sent_at timestamptz not null
    );
    create index mail_envelopes_reader on mail_envelopes (user_id, address_hash);
    create index mail_envelopes_sent on mail_envelopes (sent_at);

    /* By reader as well: what becomes of mails to one account must say nothing about another with the same address. */
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
