import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table invites (
      id uuid primary key,
      family_id uuid not null references families,
      user_id uuid not null references users,
      inviter_user_id uuid not null references users,
      token_hash bytea not null unique,
      state text not null check (state in ('SENT', 'OPENED', 'ACCEPTED', 'SUPERSEDED', 'REVOKED')),
      last_completed_step int not null default 0 check (last_completed_step between 0 and 3),
      expires_at timestamptz not null,
      created_at timestamptz not null,
      opened_at timestamptz,
      accepted_at timestamptz
    );
    create unique index invites_one_live on invites (user_id) where state in ('SENT', 'OPENED');
    create unique index invites_one_accepted on invites (user_id) where state = 'ACCEPTED';

    create table single_use_tokens (
      id uuid primary key,
      purpose text not null check (purpose in ('CREDENTIALS', 'PASSWORD_RESET', 'RECOVERY_CODE', 'CANCEL_RENEWAL', 'EMAIL_CHANGE')),
      user_id uuid not null references users,
      token_hash bytea not null unique,
      tries_left int not null default 5,
      data jsonb not null default '{}',
      expires_at timestamptz not null,
      used_at timestamptz,
      created_at timestamptz not null
    );
    create index single_use_tokens_user on single_use_tokens (user_id, purpose);

    create table sessions (
      id uuid primary key,
      token_hash bytea not null unique,
      user_id uuid not null references users,
      device text not null,
      created_at timestamptz not null,
      last_seen_at timestamptz not null,
      expires_at timestamptz not null
    );
    create index sessions_user on sessions (user_id);
    create index sessions_expiry on sessions (expires_at);

    create table consents (
      id uuid primary key,
      user_id uuid not null references users,
      kind text not null check (kind in ('TERMS', 'RENEWAL', 'MARKETING', 'CO_PARENT_FLAG')),
      given boolean not null,
      text_version text not null,
      language text not null,
      country text not null,
      form text not null,
      recorded_at timestamptz not null
    );
    create index consents_user on consents (user_id, kind, recorded_at);

    create table analytics_events (
      message_id text not null,
      type text not null check (type in ('track', 'page', 'identify')),
      name text,
      anonymous_id text,
      user_id uuid,
      properties jsonb not null,
      received_at timestamptz not null,
      forwarded_at timestamptz,
      primary key (message_id)
    );
    create index analytics_events_waiting on analytics_events (received_at) where forwarded_at is null;
    create index analytics_events_name on analytics_events (name, received_at);

    create table job_workers (
      id text primary key,
      seen_at timestamptz not null
    );

    /* Sent mails by their message id, so that repeats after a crash are recognised. */
    create table sent_mails (
      message_id text primary key,
      template text not null,
      user_id uuid,
      sent_at timestamptz not null
    );
  `.execute(db);
}
