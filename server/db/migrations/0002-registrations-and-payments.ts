import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table registrations (
      id uuid primary key,
      key_hash bytea not null,
      state text not null check (state in ('DETAILS', 'FAMILY', 'PAYING', 'PAID', 'COMPLETED', 'EXPIRED')),
      version int not null default 1,
      language text not null check (language in ('en', 'es')),
      parent jsonb not null,
      knows_co_parent_email boolean not null,
      referral jsonb not null,
      address jsonb,
      family jsonb,
      parent_duplicate_confirmed boolean not null default false,
      co_parent_duplicate_confirmed boolean not null default false,
      referrer_key text,
      discount_percentage int check (discount_percentage between 1 and 90),
      anonymous_id text,
      family_id uuid references families,
      user_id uuid references users,
      expires_at timestamptz not null,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create index registrations_open on registrations (expires_at) where state in ('DETAILS', 'FAMILY');

    /* One row for each attempt to charge, written before the gateway is called. */
    create table payment_attempts (
      id uuid primary key,
      purpose text not null check (purpose in ('SIGN_UP', 'INVITE', 'RENEWAL', 'UPGRADE', 'PROFESSIONAL_PLAN', 'CODE_BUNDLE')),
      subject_id uuid not null,
      state text not null check (state in ('PENDING', 'UNKNOWN', 'APPROVED', 'DECLINED', 'REJECTED')),
      idempotency_key text not null,
      request_hash bytea not null,
      amount_cents int not null check (amount_cents >= 0),
      /* Everything the completion needs: quote, order, consent, language. */
      purchase jsonb not null,
      /* Nonce or vault token; removed as soon as the outcome is known. */
      source jsonb,
      /* Set when this attempt's order can no longer be completed and the money must be returned. */
      refund_due boolean not null default false,
      outcome jsonb,
      transaction_id text unique,
      sends int not null default 0,
      sent_at timestamptz,
      created_at timestamptz not null,
      settled_at timestamptz,
      unique (purpose, subject_id, idempotency_key)
    );
    create unique index payment_attempts_one_unsettled on payment_attempts (purpose, subject_id) where state in ('PENDING', 'UNKNOWN');
    create unique index payment_attempts_one_sign_up on payment_attempts (purpose, subject_id) where state = 'APPROVED' and purpose in ('SIGN_UP', 'INVITE');
    create index payment_attempts_unsettled on payment_attempts (created_at) where state in ('PENDING', 'UNKNOWN');

    create table orders (
      id uuid primary key,
      attempt_id uuid not null unique references payment_attempts,
      purpose text not null,
      user_id uuid not null references users,
      family_id uuid references families,
      package_id int references packages,
      product_id text,
      services text[] not null default '{}',
      pay_for_co_parent boolean not null default false,
      quote jsonb not null,
      total_cents int not null check (total_cents >= 0),
      tax_cents int not null check (tax_cents >= 0),
      refunded_cents int not null default 0 check (refunded_cents between 0 and total_cents),
      country text,
      language text not null,
      transaction_id text,
      payment_method jsonb,
      created_at timestamptz not null
    );
    create index orders_user on orders (user_id, created_at);

    create table payment_methods (
      id uuid primary key,
      user_id uuid not null references users,
      type text not null check (type in ('CREDIT_CARD', 'PAYPAL', 'VENMO')),
      token text not null unique,
      card_last_four text,
      card_brand text,
      expiration_month text,
      expiration_year text,
      account_label text,
      is_default boolean not null,
      created_at timestamptz not null
    );
    create unique index payment_methods_default on payment_methods (user_id) where is_default;

    create table subscriptions (
      id uuid primary key,
      user_id uuid not null references users,
      family_id uuid not null references families,
      payer_user_id uuid not null references users,
      package_id int not null references packages,
      services text[] not null default '{}',
      state text not null check (state in ('CURRENT', 'LAPSED', 'REFUNDED')),
      auto_renew boolean not null default true,
      version int not null default 1,
      /* Day of the first period, from which every anniversary is counted. */
      anchor_date date not null,
      period_start date not null,
      period_end date not null check (period_end > period_start),
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create unique index subscriptions_one_current on subscriptions (user_id) where state = 'CURRENT';
    create index subscriptions_due on subscriptions (period_end) where state = 'CURRENT';

    /* The primary key guarantees one charge per subscription and period. */
    create table subscription_periods (
      subscription_id uuid not null references subscriptions,
      period_start date not null,
      period_end date not null,
      order_id uuid not null references orders,
      paid_cents int not null check (paid_cents >= 0),
      primary key (subscription_id, period_start)
    );

    create table coupon_uses (
      attempt_id uuid primary key references payment_attempts,
      coupon_id uuid not null references coupons,
      discount_cents int not null,
      state text not null check (state in ('RESERVED', 'REDEEMED', 'RELEASED'))
    );

    create table activation_code_uses (
      attempt_id uuid not null references payment_attempts,
      activation_code_id uuid not null references activation_codes,
      amount_cents int not null check (amount_cents > 0),
      state text not null check (state in ('RESERVED', 'REDEEMED', 'RELEASED')),
      primary key (attempt_id, activation_code_id)
    );
    create index activation_code_uses_code on activation_code_uses (activation_code_id);
  `.execute(db);
}
