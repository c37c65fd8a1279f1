import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Parents' requests for a year without charge, and the decisions. */
    create table fee_waivers (
      id uuid primary key,
      /* The requester has a registration, or was invited. */
      registration_id uuid references registrations,
      user_id uuid references users,
      reason text not null check (reason in ('LOW_INCOME', 'PUBLIC_BENEFITS', 'LEGAL_AID', 'COURT_ORDER')),
      court_order text not null check (length(court_order) <= 40),
      /* The package and price of the year. */
      package_name text not null check (package_name in ('ESSENTIALS', 'PREMIUM', 'BASIC')),
      price_cents int not null,
      /* Keyed hashes of the requester and their co-parent, which show several requests of one family. */
      family_hashes bytea[] not null,
      state text not null check (state in ('ASKED', 'GRANTED', 'REFUSED')),
      activation_code_id uuid references activation_codes,
      asked_at timestamptz not null,
      decided_at timestamptz,
      /* When its code was created and its mail queued. */
      answered_at timestamptz,
      check (num_nonnulls(registration_id, user_id) = 1),
      check ((state = 'ASKED') = (decided_at is null))
    );
    create unique index fee_waivers_registration on fee_waivers (registration_id) where registration_id is not null;
    create unique index fee_waivers_user on fee_waivers (user_id) where user_id is not null;
    create index fee_waivers_asked on fee_waivers (asked_at) where state = 'ASKED';
    create index fee_waivers_code on fee_waivers (activation_code_id) where activation_code_id is not null;
    create index fee_waivers_family on fee_waivers using gin (family_hashes);
    create index fee_waivers_at on fee_waivers (asked_at);
  `.execute(db);
}
