import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* The gateway had approved the payment and then declined to settle it: its money never came. */
    alter table orders add column settlement_declined_at timestamptz;

    /* A first term whose payment was declined in settlement has no paid day: it ends where it begins until it is paid. */
    alter table subscriptions drop constraint subscriptions_check;
    alter table subscriptions add constraint subscriptions_check check (period_end >= period_start) not valid;
    alter table subscriptions validate constraint subscriptions_check;
  `.execute(db);
}
