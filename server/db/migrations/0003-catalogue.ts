import { type Kysely, sql } from 'kysely';

/** What is sold, at which price, and what reduces or pays it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Plans as they are sold, one row per price list and length. */
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

    /* Entitlements of each feature and option, and without a plan. quantity: gigabytes; 1 for yes, 0 for no. */
    create table entitlement_grants (
      granted_by text not null,
      entitlement text not null,
      quantity int not null check (quantity >= 0),
      primary key (granted_by, entitlement)
    );

    /* The pricing group of a phone number. */
    create table pricing_rules (
      phone_country_code text not null,
      area_code text not null,
      pricing_group text not null check (pricing_group in ('P0', 'P1', 'P2', 'P3')),
      primary key (phone_country_code, area_code)
    );

    /* All prices of all lists at one time. Version 1 has the prices at the first start. */
    create table price_versions (
      number int primary key,
      title text not null check (length(title) between 1 and 80),
      /* Prices of packages by id and of options by code, in cents. */
      prices jsonb not null,
      copied_from int references price_versions (number),
      /* Counts changes: an edit of an outdated revision is refused. */
      revision int not null default 1,
      created_at timestamptz not null
    );
    create index price_versions_copied_from on price_versions (copied_from);

    /* When a version takes effect; it applies until the next one does. */
    create table price_publications (
      id uuid primary key,
      version int not null references price_versions (number),
      in_force_from timestamptz not null,
      published_at timestamptz not null,
      withdrawn_at timestamptz,
      /* A version that has been in force cannot be withdrawn, because its prices may have been paid. */
      check (withdrawn_at < in_force_from)
    );
    create index price_publications_version on price_publications (version);
    create unique index price_publications_moment on price_publications (in_force_from) where withdrawn_at is null;

    create function keep_published_prices() returns trigger language plpgsql as $$
      begin
        if exists (select from price_publications where version = old.number) then
          raise exception 'price version % was published and is never changed', old.number;
        end if;
        return case tg_op when 'DELETE' then old else new end;
      end $$;
    create trigger price_versions_kept before update or delete on price_versions
      for each row execute function keep_published_prices();

    /* The growth team's temporary texts in place of built-in ones. The last published one of a place applies. */
    create table announcements (
      number int generated always as identity primary key,
      place text not null check (place in ('BANNER', 'OFFER')),
      english text not null check (length(english) between 1 and 90),
      spanish text not null check (length(spanish) between 1 and 90),
      ends_at timestamptz not null,
      written_at timestamptz not null,
      published_at timestamptz
    );
    create index announcements_published on announcements (place, published_at desc, number desc)
      where published_at is not null;

    /* Referrers whose links and coupons give a discount. A link without a row here gives none, whatever it says. */
    create table referrers (
      key text primary key check (key ~ '^[a-z0-9_-]{1,64}$'),
      /* The highest percentage of a discount link; null: only this referrer's coupons give a discount, no link. */
      highest_percent int check (highest_percent between 1 and 90),
      valid_from timestamptz,
      valid_until timestamptz,
      max_uses int check (max_uses > 0),
      uses int not null default 0 check (uses >= 0),
      active boolean not null default true,
      /* A referrer's budget for all discounts, those given so far, including payments in progress, and the uses
         allowed per person. Null: no limit. */
      budget_cents int check (budget_cents > 0),
      spent_cents int not null default 0,
      per_person int check (per_person > 0),
      check (max_uses is null or uses <= max_uses),
      constraint referrers_within_budget check (budget_cents is null or spent_cents between 0 and budget_cents)
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
      /* The coupon's budget for all discounts, and those given so far, including payments in progress. */
      budget_cents int check (budget_cents > 0),
      spent_cents int not null default 0,
      /* How often one person may use it; null: without limit. */
      per_person int check (per_person > 0),
      check ((kind = 'PERCENT') = (percent is not null)),
      check ((kind = 'FIXED') = (amount_cents is not null)),
      check (max_redemptions is null or redemptions between 0 and max_redemptions),
      constraint coupons_within_budget check (budget_cents is null or spent_cents between 0 and budget_cents)
    );
    create unique index coupons_code on coupons (upper(code));
    /* Every price reads the general ones and those of one referrer. */
    create index coupons_referrer on coupons (referrer_key);

    create table code_bundles (
      id uuid primary key,
      professional_id uuid not null references users,
      package_id int not null references packages,
      size int not null check (size in (5, 10, 25)),
      face_cents int not null check (face_cents > 0),
      total_cents int not null check (total_cents between 1 and face_cents * size),
      state text not null check (state in ('DRAFT', 'PAID')),
      created_at timestamptz not null,
      paid_at timestamptz,
      /* When the codes were first shown, and when their owner confirmed to have stored them. */
      shown_at timestamptz,
      kept_at timestamptz
    );
    create index code_bundles_professional on code_bundles (professional_id, created_at);
    create index code_bundles_package on code_bundles (package_id);

    /* Codes that staff made for a court or a programme, each worth a term of a package. */
    create table code_batches (
      id uuid primary key,
      made_for text not null check (length(made_for) between 1 and 80),
      package_name text not null check (package_name in ('ESSENTIALS', 'PREMIUM', 'BASIC')),
      years int not null check (years in (1, 2)),
      size int not null check (size between 1 and 500),
      /* The most that each code pays, tax included: together they never cost more than size times this. */
      each_cents int not null check (each_cents > 0),
      per_person int not null check (per_person > 0),
      expires_at timestamptz not null,
      created_at timestamptz not null,
      /* When the codes were shown, which happens once. */
      downloaded_at timestamptz,
      withdrawn_at timestamptz
    );
    create index code_batches_at on code_batches (created_at);

    /* Codes that pay for a plan: bought by professionals, made by staff, granted to one person. */
    create table activation_codes (
      id uuid primary key,
      code_hash bytea not null unique,
      last_four text not null,
      amount_cents int not null check (amount_cents > 0),
      remaining_cents int not null check (remaining_cents between 0 and amount_cents),
      /* For testing: its amount is never used up. */
      reusable boolean not null default false,
      bundle_id uuid,
      expires_at timestamptz,
      revoked_at timestamptz,
      created_at timestamptz not null,
      /* Worth one year of this package, whatever it costs the person who uses it. Once used, its amount is what it
         was worth then. */
      package_name text check (package_name in ('ESSENTIALS', 'PREMIUM', 'BASIC')),
      /* When the price of an unused code was refunded to its buyer; the code is revoked with it. */
      refunded_at timestamptz check (refunded_at is null or revoked_at is not null),
      batch_id uuid references code_batches,
      /* Length of the package's term that it is worth. */
      years int not null default 1 check (years in (1, 2)),
      /* Whose code it is: the sign-up or account that a free year was granted to, and a keyed hash of its mailbox. */
      holder_id uuid,
      holder_hash bytea
    );
    create index activation_codes_bundle on activation_codes (bundle_id) where bundle_id is not null;
    create index activation_codes_batch on activation_codes (batch_id) where batch_id is not null;
  `.execute(db);
}
