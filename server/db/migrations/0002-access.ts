import { type Kysely, sql } from 'kysely';

/** Sessions, proofs of who somebody is, and apps that people log in to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sessions (
      id uuid primary key,
      token_hash bytea not null unique,
      user_id uuid not null references users,
      device text not null,
      created_at timestamptz not null,
      last_seen_at timestamptz not null,
      expires_at timestamptz not null,
      /* When the session's user last proved to be the owner. */
      proved_at timestamptz not null default now(),
      /* Its owner chose to be remembered on this browser, so the session survives closing it. */
      remembered boolean not null default false,
      /* When this session last wrote something: lists are read from a replica only once it has that. */
      wrote_at timestamptz,
      /* By kind of proof, when it was given; of a factor also since when it was there. */
      proofs jsonb not null default '{}'
    );
    create index sessions_user on sessions (user_id);
    create index sessions_expiry on sessions (expires_at);
    create index sessions_idle on sessions (remembered, last_seen_at);

    create table single_use_tokens (
      id uuid primary key,
      purpose text not null
        check (purpose in ('CREDENTIALS', 'PASSWORD_RESET', 'RECOVERY_CODE', 'CANCEL_RENEWAL', 'EMAIL_CHANGE',
          'OWNERSHIP_CLAIM', 'PHONE_CHANGE', 'INVOICE_ADDRESS')),
      user_id uuid not null references users,
      token_hash bytea not null unique,
      tries_left int not null default 5,
      data jsonb not null default '{}',
      expires_at timestamptz not null,
      used_at timestamptz,
      created_at timestamptz not null
    );
    create index single_use_tokens_user on single_use_tokens (user_id, purpose);
    create index single_use_tokens_expiry on single_use_tokens (expires_at);

    /* Browsers that have signed in to an account before: wrong passwords of strangers do not lock them out. */
    create table known_devices (
      token_hash bytea not null,
      user_id uuid not null references users (id),
      used_at timestamptz not null,
      known_since timestamptz not null default now(),
      primary key (token_hash, user_id)
    );
    create index known_devices_user on known_devices (user_id);
    create index known_devices_used on known_devices (used_at);

    /* A request to recover an account, or to prove an address or a sign-up by a code. Known and unknown people get
       the same row; a job looks up the account and then deletes what was typed. The code sent by text is derived
       from the id and stored nowhere. */
    create table recovery_requests (
      id uuid primary key,
      kind text not null check (kind in ('PASSWORD', 'USERNAME_BY_EMAIL', 'USERNAME_BY_PHONE', 'SIGN_UP', 'ADDRESS')),
      typed jsonb,
      language text not null check (language in ('en', 'es')),
      token_hash bytea unique,
      user_ids uuid[] not null default '{}',
      tries_left int not null default 5 check (tries_left between 0 and 5),
      verified_at timestamptz,
      used_at timestamptz,
      expires_at timestamptz not null,
      created_at timestamptz not null
    );
    create index recovery_requests_expiry on recovery_requests (expires_at);

    /* An authenticator app. Its secret has to be read again, so it is encrypted with a configured key. */
    create table totp_factors (
      user_id uuid primary key references users,
      key_id text not null,
      sealed bytea not null,
      /* Time step of the last accepted code: neither it nor earlier ones are accepted again. */
      last_step int not null default 0,
      /* Null until a code has proved that the app has the secret. */
      confirmed_at timestamptz,
      created_at timestamptz not null
    );
    create index totp_factors_key on totp_factors (key_id);

    create table passkeys (
      id uuid primary key,
      user_id uuid not null references users,
      credential_id text not null unique,
      public_key bytea not null,
      counter bigint not null,
      transports text[] not null default '{}',
      name text not null,
      created_at timestamptz not null,
      used_at timestamptz,
      /* The domain that a passkey was made for; null is the main site's. */
      domain text
    );
    create index passkeys_user on passkeys (user_id);

    create table recovery_codes (
      user_id uuid not null references users,
      code_hash bytea not null,
      created_at timestamptz not null,
      used_at timestamptz,
      primary key (user_id, code_hash)
    );

    /* Challenges that an authenticator signs once. Without a user before the person is identified. */
    create table passkey_challenges (
      challenge_hash bytea primary key,
      user_id uuid references users,
      expires_at timestamptz not null
    );
    create index passkey_challenges_user on passkey_challenges (user_id) where user_id is not null;
    create index passkey_challenges_expiry on passkey_challenges (expires_at);

    /* Sign-ins with the right password that wait for the second factor. */
    create table second_steps (
      token_hash bytea primary key,
      user_id uuid not null references users,
      tries_left int not null check (tries_left >= 0),
      expires_at timestamptz not null
    );
    create index second_steps_user on second_steps (user_id);
    create index second_steps_expiry on second_steps (expires_at);

    /* A person who knows the password reports that every factor is lost. */
    create table factor_resets (
      id uuid primary key,
      user_id uuid not null references users,
      device text not null,
      stop_hash bytea not null unique,
      asked_at timestamptz not null,
      due_at timestamptz not null,
      stopped_at timestamptz,
      done_at timestamptz,
      check (stopped_at is null or done_at is null)
    );
    create unique index factor_resets_open on factor_resets (user_id) where stopped_at is null and done_at is null;
    create index factor_resets_user on factor_resets (user_id);
    create index factor_resets_asked on factor_resets (asked_at);

    /* Claims of people who say that an account is theirs. */
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
    /* The queue of claims that staff decide. */
    create index ownership_claims_staff on ownership_claims (expires_at, id) where state = 'STAFF';

    /* The secret URL at which a person's calendar reads their renewals: one per person; a new one replaces it. */
    create table calendar_feeds (
      user_id uuid primary key references users,
      key_hash bytea not null unique,
      created_at timestamptz not null
    );

    /* What the OpenID provider has issued to apps: sessions, grants, codes, tokens. Found by hashes: no row contains
       a usable secret. Deleting a grant deletes its codes and tokens, deleting our session the provider's. */
    create table oidc_records (
      id_hash bytea primary key,
      kind text not null,
      uid_hash bytea unique,
      grant_hash bytea references oidc_records on delete cascade,
      user_id uuid references users,
      session_id uuid references sessions on delete cascade,
      payload jsonb not null,
      consumed_at timestamptz,
      expires_at timestamptz not null,
      /* The site of the record's issuer. */
      site_country text
    );
    create index oidc_records_grant on oidc_records (grant_hash) where grant_hash is not null;
    create index oidc_records_user on oidc_records (user_id) where user_id is not null;
    create index oidc_records_session on oidc_records (session_id) where session_id is not null;
    create index oidc_records_expiry on oidc_records (expires_at);

    /* Keys that sign ID tokens; the private part is encrypted with a configured key. */
    create table oidc_signing_keys (
      id text primary key,
      key_id text not null,
      sealed bytea not null,
      created_at timestamptz not null
    );
  `.execute(db);
}
