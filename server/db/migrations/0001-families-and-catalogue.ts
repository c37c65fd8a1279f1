import { type Kysely, sql } from 'kysely';

/** Money is integer US cents; instants are timestamptz; secrets are SHA-256 hashes in bytea. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table families (
      id uuid primary key,
      pricing_group text not null,
      created_by_professional_id uuid,
      created_at timestamptz not null
    );

    create table users (
      id uuid primary key,
      family_id uuid references families,
      role text not null check (role in ('PARENT_A', 'PARENT_B', 'PROFESSIONAL')),
      status text not null check (status in ('INVITED', 'CREDENTIALS_NEEDED', 'ACTIVE', 'CLOSED')),
      first_name text not null,
      last_name text not null,
      email text not null,
      email_normalised text not null,
      phone_country_code text not null,
      phone_number text not null,
      time_zone text,
      line1 text, line2 text, city text, region text, postal_code text, country text,
      language text not null check (language in ('en', 'es')),
      color text not null,
      username text,
      password_hash text,
      security_question text,
      security_answer_hash text,
      security_code_hash text,
      referral_selection text,
      referral_other text,
      created_by_professional_id uuid references users,
      anonymous_id text,
      gateway_customer_id text,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create unique index users_username on users (lower(username)) where username is not null;
    create index users_email on users (email_normalised);
    create index users_phone on users (phone_number, phone_country_code);
    create index users_family on users (family_id);
    alter table families add foreign key (created_by_professional_id) references users;

    create table children (
      id uuid primary key,
      family_id uuid not null references families on delete cascade,
      position int not null,
      first_name text not null,
      last_name text not null,
      email text not null default '',
      unique (family_id, position)
    );

    create table packages (
      id int primary key,
      price_list text not null,
      package_name text not null check (package_name in ('ESSENTIALS', 'PREMIUM', 'CYO', 'BASIC')),
      years int not null check (years in (1, 2)),
      price_cents int not null check (price_cents > 0),
      included_tax_cents int not null default 0 check (included_tax_cents between 0 and price_cents),
      position int not null,
      primary_features text[] not null,
      secondary_features text[] not null,
      texts jsonb not null,
      on_sale boolean not null default true
    );
    create index packages_list on packages (price_list, years, position);

    create table package_features (
      name text primary key,
      option_name text,
      new_feature boolean not null default false,
      texts jsonb not null
    );

    create table package_options (
      code text primary key,
      option_name text not null check (option_name in ('MYFILES', 'TONEMETER', 'UNLIMITEDPAYMENTS', 'CALLSBASIC')),
      years int not null check (years in (1, 2)),
      price_cents int not null check (price_cents >= 0),
      position int not null,
      is_default boolean not null default false,
      experiment text,
      texts jsonb not null
    );

    create table pricing_rules (
      phone_country_code text not null,
      area_code text not null,
      pricing_group text not null check (pricing_group in ('P0', 'P1', 'P2', 'P3')),
      primary key (phone_country_code, area_code)
    );

    create table coupons (
      id uuid primary key,
      code text not null,
      kind text not null check (kind in ('PERCENT', 'FIXED')),
      percent int check (percent between 1 and 90),
      amount_cents int check (amount_cents > 0),
      package_names text[],
      years int[],
      countries text[],
      referrer_key text,
      needs_code boolean not null default true,
      starts_at timestamptz,
      ends_at timestamptz,
      max_redemptions int check (max_redemptions > 0),
      redemptions int not null default 0,
      texts jsonb not null,
      check ((kind = 'PERCENT') = (percent is not null)),
      check ((kind = 'FIXED') = (amount_cents is not null)),
      check (max_redemptions is null or redemptions between 0 and max_redemptions)
    );
    create unique index coupons_code on coupons (upper(code));

    create table activation_codes (
      id uuid primary key,
      code_hash bytea not null unique,
      last_four text not null,
      amount_cents int not null check (amount_cents > 0),
      remaining_cents int not null check (remaining_cents between 0 and amount_cents),
      -- For testing: its amount is never used up.
      reusable boolean not null default false,
      bundle_id uuid,
      expires_at timestamptz,
      revoked_at timestamptz,
      created_at timestamptz not null
    );

    create table experiments (
      key text primary key,
      state text not null check (state in ('running', 'off', 'control', 'treatment')),
      share int not null check (share between 0 and 100)
    );

    create table experiment_exposures (
      experiment_key text not null references experiments,
      anonymous_id text not null,
      state text not null,
      exposed_at timestamptz not null,
      primary key (experiment_key, anonymous_id)
    );
  `.execute(db);
}
