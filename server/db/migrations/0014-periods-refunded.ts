import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* No longer paid for: a subscription restarted on the day of its refund may be paid for from the same day. */
    alter table subscription_periods add column refunded boolean not null default false;
    alter table subscription_upgrades add column refunded boolean not null default false;
    create unique index if not exists subscription_periods_paid_once on subscription_periods (subscription_id, period_start) where not refunded;
    create unique index if not exists subscription_periods_orders on subscription_periods (subscription_id, period_start, order_id);
    alter table subscription_periods drop constraint subscription_periods_pkey;
    alter table subscription_periods add primary key using index subscription_periods_orders;
    update subscription_periods as periods set refunded = true from subscriptions
      where subscriptions.id = periods.subscription_id and subscriptions.state = 'REFUNDED' and subscriptions.period_start = periods.period_start;
  `.execute(db);
}
