import { type Kysely, sql } from 'kysely';

/**
 * What scheduled jobs and metrics look for, so that none of them reads a table that grows from end to end. A running site
 * makes the larger ones concurrently beforehand: single_use_tokens, payment_attempts, sessions.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index if not exists sessions_idle on sessions (remembered, last_seen_at);
    create index if not exists resumptions_expiry on resumptions (expires_at);
    create index if not exists single_use_tokens_expiry on single_use_tokens (expires_at);
    create index if not exists event_deliveries_created on event_deliveries (created_at);
    create index if not exists event_deliveries_given_up on event_deliveries (dead_at) where dead_at is not null;
    create index if not exists totp_factors_key on totp_factors (key_id);
    create index if not exists payment_attempts_refused on payment_attempts (created_at)
      where state in ('DECLINED', 'REJECTED') and jsonb_exists(purchase, 'payer');
    create index if not exists refunds_settled on refunds (settled_at);
    create index if not exists refunds_transaction on refunds (transaction_id);
    create index if not exists disputes_changed on disputes (state_at);
    create index if not exists disputes_undecided on disputes (created_at) where state in ('OPEN', 'DISPUTED', 'UNDER_REVIEW');
  `.execute(db);
}
