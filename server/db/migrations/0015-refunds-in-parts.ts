import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* An order may be refunded in several parts. */
    alter table refunds drop constraint refunds_order_id_key;
    create index if not exists refunds_order on refunds (order_id);
    alter table refunds
      /* How often the gateway has refused it: each try after a refusal has a new idempotency key. */
      add column refusals int not null default 0 check (refusals >= 0),
      add column last_refusal text,
      /* After a refusal: no retry before this time. */
      add column retry_at timestamptz,
      drop constraint refunds_reason_check,
      add constraint refunds_reason_check check (reason in ('FIRST_PAYMENT', 'CANCELLED_MEANWHILE', 'NOT_COMPLETED', 'BY_SUPPORT'));
    create index if not exists refunds_failed on refunds (requested_at) where state = 'FAILED';

    /* Nobody, not even a person at a database console, can promise more refunds than were paid. The lock makes two
       concurrent parts wait for each other. */
    create function check_refunds_within_total() returns trigger language plpgsql as $$
    declare total int;
    begin
      select total_cents into total from orders where id = new.order_id for no key update;
      if (select sum(amount_cents) from refunds where order_id = new.order_id and state <> 'FAILED') > total then
        raise exception 'The refunds of order % exceed its total', new.order_id using errcode = 'check_violation', constraint = 'refunds_within_total';
      end if;
      return null;
    end $$;
    create trigger refunds_within_total after insert or update of order_id, amount_cents, state on refunds
      for each row execute function check_refunds_within_total();
  `.execute(db);
}
