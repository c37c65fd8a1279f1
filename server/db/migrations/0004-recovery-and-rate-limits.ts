import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /*
     * Somebody asks for a way back in. Known and unknown people make the same row; a job looks who it is and then
     * forgets what was typed. The code that goes out by text is derived from the id: it is stored nowhere.
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

    /* Columns as rate-limiter-flexible wants them; expire is Unix milliseconds. Not logged: a crash may forget
       attempts, nothing else. */
    create unlogged table rate_limits (
      key varchar(255) primary key,
      points integer not null default 0,
      expire bigint
    );
    create index rate_limits_expiry on rate_limits (expire);
  `.execute(db);
}
