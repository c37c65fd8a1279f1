import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Differences between our books and the gateway's, as found by the nightly comparison. */
    create table settlement_differences (
      kind text not null
        check (kind in ('MISSING_HERE', 'MISSING_THERE', 'AMOUNT', 'STATE', 'SETTLEMENT_DECLINED')),
      transaction_id text not null,
      /* UTC day on which the gateway booked it, or should have. */
      day date not null,
      our_cents int,
      their_cents int,
      found_at timestamptz not null,
      seen_at timestamptz not null,
      /* When the two agreed again. */
      resolved_at timestamptz,
      primary key (kind, transaction_id)
    );
    create index settlement_differences_open on settlement_differences (day) where resolved_at is null;
    create index payment_attempts_approved on payment_attempts (settled_at) where state = 'APPROVED';
    create index refunds_asked on refunds (asked_at) where gateway_id is not null;
  `.execute(db);
}
