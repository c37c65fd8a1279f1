import { type Kysely, sql } from 'kysely';

/** Invoices, credit notes and debit notes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* The last number of each series. Taking one locks the row until the commit, so that a rollback leaves no gap. */
    create table document_series (
      series text primary key check (series ~ '^[A-Z]{2}(-CR|-DR)?$'),
      last_number int not null check (last_number > 1000000)
    );

    create table documents (
      id uuid primary key,
      kind text not null check (kind in ('INVOICE', 'CREDIT_NOTE', 'DEBIT_NOTE')),
      series text not null references document_series,
      number int not null,
      /* What it is issued for, unique: order:<id>, refund:<id>, codes:<order id> … */
      cause text not null unique,
      order_id uuid not null references orders,
      user_id uuid not null references users,
      /* For a credit or debit note: its invoice. */
      invoice_id uuid references documents,
      amount_cents int not null check (amount_cents >= 0),
      /* For a credit note: the amount that also went back to activation codes. */
      codes_cents int not null default 0 check (codes_cents >= 0),
      country text not null,
      language text not null check (language in ('en', 'es')),
      issued_on date not null,
      issued_at timestamptz not null,
      data jsonb not null,
      /* Null until it is rendered from the data. */
      pdf bytea,
      unique (series, number),
      constraint documents_of_invoice check ((kind <> 'INVOICE') = (invoice_id is not null))
    );
    create unique index documents_invoice on documents (order_id) where kind = 'INVOICE';
    create index documents_order on documents (order_id);
    create index documents_user on documents (user_id);
    create index documents_credited on documents (invoice_id) where invoice_id is not null;

    /* An issued document cannot be changed, not even at a database console: only its PDF is added, once, and its user
       may follow that of its order. */
    create or replace function keep_documents() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and old.pdf is null and new.pdf is not null
        and to_jsonb(new) - 'pdf' = to_jsonb(old) - 'pdf' then return new; end if;
      if tg_op = 'UPDATE' and new.user_id = (select user_id from orders where id = new.order_id)
        and to_jsonb(new) - 'user_id' = to_jsonb(old) - 'user_id' then return new; end if;
      raise exception 'Document % was issued and cannot be changed', old.id using errcode = 'check_violation',
        constraint = 'documents_are_kept';
    end $$;
    create trigger documents_are_kept before update or delete on documents
      for each row execute function keep_documents();

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
