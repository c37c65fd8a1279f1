import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
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

    create table passkeys (
      id uuid primary key,
      user_id uuid not null references users,
      credential_id text not null unique,
      public_key bytea not null,
      counter bigint not null,
      transports text[] not null default '{}',
      name text not null,
      created_at timestamptz not null,
      used_at timestamptz
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
  `.execute(db);
}
