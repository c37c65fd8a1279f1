import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table refunds
      /* When the gateway was first called with the current idempotency key: from then on it may have been sent. */
      add column asked_at timestamptz,
      /* How often a bank declined it days after the gateway had accepted it. */
      add column returned_count int not null default 0 check (returned_count >= 0),
      drop constraint refunds_state_check,
      /* SETTLING: accepted by the gateway, not yet by the bank. WITHDRAWN: not sent, because the payer's bank has
         returned the money itself. */
      add constraint refunds_state_check
        check (state in ('PENDING', 'SETTLING', 'VOIDED', 'REFUNDED', 'FAILED', 'WITHDRAWN'));
    create index refunds_settling on refunds (settled_at) where state = 'SETTLING';
    create index refunds_gateway_id on refunds (gateway_id) where gateway_id is not null;

    create or replace function check_refunds_within_total() returns trigger language plpgsql as $$
    declare total int;
    begin
      select total_cents into total from orders where id = new.order_id for no key update;
      if (select sum(amount_cents) from refunds where order_id = new.order_id and state not in ('FAILED', 'WITHDRAWN'))
        > total then
        raise exception 'The refunds of order % exceed its total', new.order_id using errcode = 'check_violation', constraint = 'refunds_within_total';
      end if;
      return null;
    end $$;
  `.execute(db);
}
