import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /*
     * A request to recover an account. Known and unknown people get the same row; a job looks up the account and then
     * deletes what was typed. The code sent by text is derived from the id and stored nowhere.
     */
    create table recovery_requests (
      id uuid primary key,
      kind text not null check (kind in ('PASSWORD', 'USERNAME_BY_EMAIL', 'USERNAME_BY_PHONE')),
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

    /* Columns as rate-limiter-flexible expects them; expire is in Unix milliseconds. Unlogged: a crash may lose counted
       attempts, and nothing else. */
    create unlogged table rate_limits (
      key varchar(255) primary key,
      points integer not null default 0,
      expire bigint
    );
    create index rate_limits_expiry on rate_limits (expire);
  `.execute(db);
}
