import { type Kysely, sql } from 'kysely';

/** The deletion of old requests looks for them by their decision. */
export const indexes = { fee_waivers_decided: 'fee_waivers ((coalesce(decided_at, asked_at)))' };

/** The proofs for each change that could hand over an account, and the claims to accounts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Null: no change that could hand the account over. "before" is deleted once nobody can contest the change. */
    alter table account_activity add column part text, add column proofs jsonb, add column before jsonb,
      add column undone_at timestamptz;
    create index account_activity_before on account_activity (at) where before is not null;
    create index account_activity_former_email on account_activity ((before ->> 'email_normalised'))
      where part = 'EMAIL' and before is not null;
    create index account_activity_former_phone on account_activity ((before ->> 'phone_number'))
      where part = 'PHONE' and before is not null;

    /* By kind of proof, when it was given; of a factor also since when it was there. */
    alter table sessions add column proofs jsonb not null default '{}';
    alter table users add column frozen_at timestamptz;

    alter table single_use_tokens drop constraint single_use_tokens_purpose_check;
    update single_use_tokens set purpose = 'OWNERSHIP_CLAIM' where purpose = 'EMAIL_CHANGE_UNDO';
    alter table single_use_tokens add constraint single_use_tokens_purpose_check check (purpose in ('CREDENTIALS',
      'PASSWORD_RESET', 'RECOVERY_CODE', 'CANCEL_RENEWAL', 'EMAIL_CHANGE', 'OWNERSHIP_CLAIM', 'PHONE_CHANGE'));

    create table ownership_claims (
      id uuid primary key,
      token_hash bytea not null unique,
      /* Null until a first proof names the account. */
      user_id uuid references users,
      typed jsonb,
      candidates uuid[] not null default '{}',
      channel text,
      round integer not null default 0,
      tries_left integer not null,
      evidence jsonb not null default '[]',
      state text not null check (state in ('OPEN', 'WAITING', 'STAFF', 'UNDONE', 'KEPT')),
      language text not null,
      device text not null,
      expires_at timestamptz not null,
      created_at timestamptz not null,
      decided_at timestamptz
    );
    create index ownership_claims_user on ownership_claims (user_id);
    create index ownership_claims_created on ownership_claims (created_at);
    create unique index ownership_claims_one_wait on ownership_claims (user_id) where state in ('WAITING', 'STAFF');
    create index ownership_claims_expiry on ownership_claims (expires_at) where state in ('OPEN', 'WAITING');
  `.execute(db);
}
