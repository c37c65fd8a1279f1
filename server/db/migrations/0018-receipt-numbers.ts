import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Receipts have a number that people can read out, assigned in the order of payment. */
    create sequence receipt_numbers as int start 1000001;
    alter table orders add column receipt_number int;
    alter table orders alter column receipt_number set default nextval('receipt_numbers');
    with paid as (select id, row_number() over (order by created_at, id) as place from orders)
      update orders set receipt_number = 1000000 + paid.place from paid where paid.id = orders.id;
    select setval('receipt_numbers', (select max(receipt_number) from orders)) where exists (select 1 from orders);
    alter table orders alter column receipt_number set not null;
    alter sequence receipt_numbers owned by orders.receipt_number;
    create unique index orders_receipt_number on orders (receipt_number);
  `.execute(db);
}
