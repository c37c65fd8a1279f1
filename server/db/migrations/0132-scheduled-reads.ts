/** Indexes for the queries of scheduled jobs and metrics, so that none of them reads the whole of a growing table. */
export const indexes = {
  sessions_idle: 'sessions (remembered, last_seen_at)',
  resumptions_expiry: 'resumptions (expires_at)',
  single_use_tokens_expiry: 'single_use_tokens (expires_at)',
  event_deliveries_created: 'event_deliveries (created_at)',
  event_deliveries_given_up: 'event_deliveries (dead_at) where dead_at is not null',
  totp_factors_key: 'totp_factors (key_id)',
  payment_attempts_refused: `payment_attempts (created_at)
    where state in ('DECLINED', 'REJECTED') and jsonb_exists(purchase, 'payer')`,
  refunds_settled: 'refunds (settled_at)',
  refunds_transaction: 'refunds (transaction_id)',
  disputes_changed: 'disputes (state_at)',
  disputes_undecided: `disputes (created_at) where state in ('OPEN', 'DISPUTED', 'UNDER_REVIEW')`,
};

export const up = () => Promise.resolve();
