import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table subscriptions
      /* Day of the first decline of the due renewal, and day of the next try (null: this method is not tried again). */
      add column declined_on date,
      add column retry_on date,
      /* When a scan queued the due renewal; other scans skip it. */
      add column queued_at timestamptz,
      add column ended_at timestamptz;
    drop index subscriptions_due;
    create index subscriptions_due on subscriptions (period_end, id) where state = 'CURRENT';
    create index subscriptions_payer on subscriptions (payer_user_id);

    /* Each reminder once, with the price it announced: the renewal charges no more than that. */
    create table renewal_notices (
      subscription_id uuid not null references subscriptions,
      period_end date not null,
      days_before int not null,
      quote jsonb,
      created_at timestamptz not null,
      primary key (subscription_id, period_end, days_before)
    );

    /* Payments for upgrades within a period. net_cents excludes added tax; a later upgrade counts from it. */
    create table subscription_upgrades (
      order_id uuid primary key references orders,
      subscription_id uuid not null references subscriptions,
      period_start date not null,
      upgraded_on date not null,
      net_cents int not null check (net_cents >= 0),
      paid_cents int not null check (paid_cents >= 0),
      previous_package_id int not null references packages,
      previous_services text[] not null
    );
    create index subscription_upgrades_period on subscription_upgrades (subscription_id, period_start);

    /* Refunds, at most one per order. The id is part of the gateway's idempotency key. */
    create table refunds (
      id uuid primary key,
      order_id uuid not null unique references orders,
      user_id uuid not null references users,
      transaction_id text not null,
      amount_cents int not null check (amount_cents > 0),
      reason text not null check (reason in ('FIRST_PAYMENT', 'CANCELLED_MEANWHILE', 'NOT_COMPLETED')),
      state text not null check (state in ('PENDING', 'VOIDED', 'REFUNDED', 'FAILED')),
      gateway_id text,
      requested_at timestamptz not null,
      settled_at timestamptz
    );
    create index refunds_pending on refunds (requested_at) where state = 'PENDING';

    alter table payment_methods
      /* Replaced by another method; deleted at the gateway once no charge can need it any more. */
      add column replaced_at timestamptz;
    create index payment_methods_user on payment_methods (user_id);

    create table deletion_requests (
      id uuid primary key,
      user_id uuid not null references users,
      requested_at timestamptz not null,
      closes_on date not null,
      withdrawn_at timestamptz,
      closed_at timestamptz
    );
    create unique index deletion_requests_open on deletion_requests (user_id) where withdrawn_at is null and closed_at is null;
    create index deletion_requests_due on deletion_requests (closes_on) where withdrawn_at is null and closed_at is null;

    /* How far the rules' clock runs ahead of real time. Never changed where real money is charged. */
    create table clock_offset (
      only_row boolean primary key default true check (only_row),
      ahead_ms bigint not null
    );
    insert into clock_offset (ahead_ms) values (0);
  `.execute(db);
}
