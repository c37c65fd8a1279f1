import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* A payment that its payer's bank asks about or takes back (chargeback). The id is the gateway's. */
    create table disputes (
      id text primary key,
      transaction_id text not null,
      /* Null while no order of this transaction is known: the gateway may report it before the sale is settled here. */
      order_id uuid references orders,
      user_id uuid references users,
      kind text not null check (kind in ('CHARGEBACK', 'PRE_ARBITRATION', 'RETRIEVAL')),
      state text not null
        check (state in ('OPEN', 'DISPUTED', 'UNDER_REVIEW', 'EXPIRED', 'ACCEPTED', 'LOST', 'WON')),
      reason text not null,
      amount_cents int not null check (amount_cents >= 0),
      /* Last day on which evidence can be sent. */
      reply_by date,
      /* When the gateway reported the state. */
      state_at timestamptz not null,
      /* What has been done about it here, so that nothing is done twice. */
      applied text check (applied in ('ASKED', 'HELD', 'STANDS', 'RETURNED')),
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create index disputes_order on disputes (order_id);
    create index disputes_user on disputes (user_id);
    create index disputes_transaction on disputes (transaction_id);

    /* While a bank investigates a payment, its payer is not charged automatically. */
    create function has_open_dispute(payer uuid) returns boolean stable language sql return exists (
      select 1 from disputes
      where user_id = payer and kind <> 'RETRIEVAL' and state in ('OPEN', 'DISPUTED', 'UNDER_REVIEW')
    );
  `.execute(db);
}
