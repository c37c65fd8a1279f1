import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* The last number of each series. Taking one locks the row until the commit, so that a rollback leaves no gap. */
    create table document_series (
      series text primary key check (series ~ '^[A-Z]{2}(-CR)?$'),
      last_number int not null check (last_number > 1000000)
    );

    create table documents (
      id uuid primary key,
      kind text not null check (kind in ('INVOICE', 'CREDIT_NOTE')),
      series text not null references document_series,
      number int not null,
      /* What it is issued for, unique: order:<id>, refund:<id>, codes:<order id> … */
      cause text not null unique,
      order_id uuid not null references orders,
      user_id uuid not null references users,
      /* For a credit note: the invoice that it credits. */
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
      check ((kind = 'CREDIT_NOTE') = (invoice_id is not null))
    );
    create unique index documents_invoice on documents (order_id) where kind = 'INVOICE';
    create index documents_order on documents (order_id);
    create index documents_user on documents (user_id);
    create index documents_credited on documents (invoice_id) where invoice_id is not null;

    /* An issued document cannot be changed, not even at a database console; only its PDF is added, once. */
    create function keep_documents() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and old.pdf is null and new.pdf is not null
        and to_jsonb(new) - 'pdf' = to_jsonb(old) - 'pdf' then return new; end if;
      raise exception 'Document % was issued and cannot be changed', old.id using errcode = 'check_violation',
        constraint = 'documents_are_kept';
    end $$;
    create trigger documents_are_kept before update or delete on documents
      for each row execute function keep_documents();
  `.execute(db);
}
