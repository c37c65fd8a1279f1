import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table disputes
      /* What the payer's bank has returned by its decision; if it was won in part, the rest. */
      add column returned_cents int not null default 0 check (returned_cents >= 0);
    update disputes set returned_cents = amount_cents
      where kind <> 'RETRIEVAL' and state in ('EXPIRED', 'ACCEPTED', 'LOST');

    alter table document_series drop constraint document_series_series_check,
      add constraint document_series_series_check check (series ~ '^[A-Z]{2}(-CR|-DR)?$');
    alter table documents
      drop constraint documents_kind_check,
      add constraint documents_kind_check check (kind in ('INVOICE', 'CREDIT_NOTE', 'DEBIT_NOTE')),
      drop constraint documents_check,
      add constraint documents_of_invoice check ((kind <> 'INVOICE') = (invoice_id is not null));

    alter table settlement_differences drop constraint settlement_differences_kind_check,
      add constraint settlement_differences_kind_check
        check (kind in ('MISSING_HERE', 'MISSING_THERE', 'AMOUNT', 'STATE', 'SETTLEMENT_DECLINED', 'BACK_TWICE'));

    /* What has gone back to the payer of an order, in cents: equal to its credit notes less its debit notes. A refund
       that a bank declined is still owed while it is retried. */
    create function gone_back_cents(orders) returns int stable language sql return least($1.total_cents,
      case when $1.settlement_declined_at is not null then $1.total_cents
      else $1.refunded_cents
        + coalesce((select sum(amount_cents) from refunds
            where order_id = $1.id and state = 'PENDING' and returned_count > 0), 0)
        + coalesce((select sum(returned_cents) from disputes where order_id = $1.id), 0)
      end)::int;

    /* What has gone back according to the order's documents, in cents. */
    create function credited_cents(orders) returns int stable language sql return coalesce((
      select sum(case kind when 'CREDIT_NOTE' then amount_cents when 'DEBIT_NOTE' then -amount_cents else 0 end)
      from documents where order_id = $1.id), 0)::int;
  `.execute(db);
}
