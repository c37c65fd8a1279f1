import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* A professional's purchase whose money never arrived is paid again by another order, or withdrawn. */
    alter table orders add column paid_by_order_id uuid references orders (id);
    alter table orders add column withdrawn_at timestamptz;
    create index orders_paid_by on orders (paid_by_order_id) where paid_by_order_id is not null;
    create index orders_unpaid on orders (settlement_declined_at)
      where settlement_declined_at is not null and paid_by_order_id is null and withdrawn_at is null;
  `.execute(db);
}
