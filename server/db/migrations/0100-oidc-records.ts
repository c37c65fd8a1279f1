import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /*
     * What the OpenID provider has issued to apps: sessions, grants, codes, tokens. Found by hashes: no row contains a
     * usable secret. Deleting a grant deletes its codes and tokens, deleting our session the provider's.
     */
    create table oidc_records (
      id_hash bytea primary key,
      kind text not null,
      uid_hash bytea unique,
      grant_hash bytea references oidc_records on delete cascade,
      user_id uuid references users,
      session_id uuid references sessions on delete cascade,
      payload jsonb not null,
      consumed_at timestamptz,
      expires_at timestamptz not null
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
