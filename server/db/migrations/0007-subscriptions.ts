import { type Kysely, sql } from 'kysely';

/** Plans, their terms and renewals. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
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
      period_end date not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      /* Day of the first decline of the due renewal, and day of the next try (null: this method is not tried again). */
      declined_on date,
      retry_on date,
      /* When a scan queued the due renewal; other scans skip it. */
      queued_at timestamptz,
      ended_at timestamptz,
      /* The payer's time zone (IANA name) when they began to pay: the subscription's days are days there. */
      time_zone text not null default 'UTC',
      /* The end of the term before which its payer was asked whether to renew it for a holder who never joined. */
      asked_for date,
      /* A first term declined in settlement has no paid day: it ends on its first day until it is paid. */
      check (period_end >= period_start)
    );
    create unique index subscriptions_one_current on subscriptions (user_id) where state = 'CURRENT';
    create index subscriptions_due on subscriptions (period_end, id) where state = 'CURRENT';
    create index subscriptions_payer on subscriptions (payer_user_id);
    /* Whether the same phone is in a paid family, checked at steps 1 and 2; a person's past subscriptions. */
    create index subscriptions_family on subscriptions (family_id);
    create index subscriptions_user on subscriptions (user_id, id);
    create index subscriptions_package on subscriptions (package_id);

    /* What an order paid of a subscription. */
    create table subscription_periods (
      subscription_id uuid not null references subscriptions,
      period_start date not null,
      period_end date not null,
      order_id uuid not null references orders,
      paid_cents int not null check (paid_cents >= 0),
      /* No longer paid for: a subscription restarted on the day of its refund may be paid for from the same day. */
      refunded boolean not null default false,
      /* Of these days nobody used as many, because the holder had not joined: the period is that much longer. */
      days_before_joining int not null default 0 check (days_before_joining >= 0),
      constraint subscription_periods_orders primary key (subscription_id, period_start, order_id)
    );
    /* One charge per subscription and period. */
    create unique index subscription_periods_paid_once on subscription_periods (subscription_id, period_start)
      where not refunded;
    create index subscription_periods_order on subscription_periods (order_id);

    /* Payments for upgrades within a period. net_cents excludes added tax; a later upgrade counts from it. */
    create table subscription_upgrades (
      order_id uuid primary key references orders,
      subscription_id uuid not null references subscriptions,
      period_start date not null,
      upgraded_on date not null,
      net_cents int not null check (net_cents >= 0),
      paid_cents int not null check (paid_cents >= 0),
      previous_package_id int not null references packages,
      previous_services text[] not null,
      refunded boolean not null default false
    );
    create index subscription_upgrades_period on subscription_upgrades (subscription_id, period_start);
    create index subscription_upgrades_previous_package on subscription_upgrades (previous_package_id);

    /* Each reminder once, with the price it announced: the renewal charges no more than that. */
    create table renewal_notices (
      subscription_id uuid not null references subscriptions,
      period_end date not null,
      days_before int not null,
      quote jsonb,
      created_at timestamptz not null,
      /* Whom it tells: the payer of a renewal, or the holder of a plan that ends. */
      user_id uuid,
      /* The day on which it was told; null until then. Nobody is charged a renewal that was not announced to them. */
      announced_on date,
      primary key (subscription_id, period_end, days_before)
    );

    /* While one is open, nothing is charged automatically; the latest moves the days of what fell due in it. */
    create table charge_suspensions (
      id uuid primary key default uuidv7(),
      suspended_at timestamptz not null,
      resumed_at timestamptz check (resumed_at >= suspended_at)
    );
    create unique index charge_suspensions_open on charge_suspensions ((true)) where resumed_at is null;
    create index charge_suspensions_latest on charge_suspensions (suspended_at);

    /* What a payer chose that a term renews to; without a row it renews to the plan held, for one year. */
    create table renewal_choices (
      subscription_id uuid not null references subscriptions,
      period_start date not null,
      /* Another payer, who takes the plan over, renews the plan held. */
      payer_user_id uuid not null,
      package_id integer not null,
      services text[] not null,
      /* The price version of the day on which it was chosen: the renewal costs no more. */
      price_version integer not null,
      chosen_at timestamptz not null,
      primary key (subscription_id, period_start)
    );
    create index renewal_choices_payer on renewal_choices (payer_user_id);

    /* Renewals of a payer's own plan that also pay for a plan of the family's other parent, who may decline. */
    create table renewal_covers (
      subscription_id uuid not null references subscriptions,
      period_start date not null,
      payer_user_id uuid not null,
      co_parent_user_id uuid not null,
      chosen_at timestamptz not null,
      /* What the payer was told that it costs, for both. */
      quote jsonb not null,
      /* Kept, so that the other parent is not asked again before the next term. */
      declined_at timestamptz,
      primary key (subscription_id, period_start)
    );
    create index renewal_covers_payer on renewal_covers (payer_user_id);
    create index renewal_covers_co_parent on renewal_covers (co_parent_user_id);

    /* Terms paid for in the other system, which renews them until the day renews_from. */
    create table imported_terms (
      subscription_id uuid primary key references subscriptions on delete cascade,
      period_start date not null,
      /* What was paid for the term, without added tax. */
      net_cents int not null check (net_cents >= 0),
      renews_from date not null,
      /* The version in which the last import left the plan: in another, somebody has changed it here. */
      version int not null default 1
    );

    /* Papers that state who is enrolled and since when. Withdrawn ones are deleted, to look like unknown ones. */
    create table enrolment_proofs (
      id uuid primary key,
      user_id uuid not null references users,
      subscription_id uuid not null references subscriptions,
      /* Not keyed: 79 bits cannot be guessed, and papers outlive a change of the key. */
      code_hash bytea not null unique,
      /* As on the paper, even if the name changes later. */
      initials text not null,
      enrolled_since date not null,
      issued_on date not null,
      issued_at timestamptz not null
    );
    create index enrolment_proofs_user on enrolment_proofs (user_id);
    create index enrolment_proofs_subscription on enrolment_proofs (subscription_id);
    create index enrolment_proofs_issued on enrolment_proofs (issued_at);
  `.execute(db);
}
