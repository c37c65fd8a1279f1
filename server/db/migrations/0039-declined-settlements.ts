import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* The gateway approved the payment and then declined to settle it, so its money never arrived. */
    alter table orders add column settlement_declined_at timestamptz;

    /* A first term declined in settlement has no paid day: it ends on its first day until it is paid. */
    alter table subscriptions drop constraint subscriptions_check;
    alter table subscriptions add constraint subscriptions_check check (period_end >= period_start) not valid;
    alter table subscriptions validate constraint subscriptions_check;
  `.execute(db);
}
