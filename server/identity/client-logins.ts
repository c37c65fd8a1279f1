import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DbOrTrx } from '../db/pool.ts';

/**
 * Revokes what the OpenID provider has issued for these records, and notifies every app that was signed in to
 * (back-channel logout), by the issuer that signed it in; in the caller's transaction, so that no process accepts any
 * of it afterwards. A session's grants are revoked with it, and a grant's codes and tokens.
 */
async function endRecords(db: DbOrTrx, which: RawBuilder<SqlBool>): Promise<void> {
  await sql`
    with gone as (delete from oidc_records where ${which} returning kind, user_id, payload, site_country),
    logins as (
      select user_id, app.key as client_id, app.value->>'sid' as sid, app.value->>'grantId' as grant_id, site_country
      from gone, jsonb_each(gone.payload->'authorizations') as app where kind = 'Session'
      union
      select user_id, payload->>'clientId', payload->>'sid', null, site_country from gone where payload ? 'sid'
    ),
    grants as (
      delete from oidc_records
      where id_hash in (select sha256(convert_to('Grant:' || grant_id, 'UTF8')) from logins where grant_id is not null)
    )
    select count(graphile_worker.add_job('send-client-logout', json_build_object(
      'clientId', client_id, 'userId', user_id, 'sid', sid, 'siteCountry', site_country)))
    from (select distinct user_id, client_id, sid, site_country from logins where sid is not null) as told`.execute(db);
}

/** For a session of ours, by the hash of its token or by its id. */
export function endLoginsOfSession(db: DbOrTrx, session: { tokenHash: Buffer } | { id: string }): Promise<void> {
  const found = 'id' in session ? sql`id = ${session.id}` : sql`token_hash = ${session.tokenHash}`;
  return endRecords(db, sql<SqlBool>`session_id in (select id from sessions where ${found})`);
}

/** For a user, on every device and in every app. */
export function endLoginsOfUser(db: DbOrTrx, userId: string): Promise<void> {
  return endRecords(db, sql<SqlBool>`user_id = ${userId}`);
}

/** The apps a user is logged in to, for their export; without the apps' own data. */
export function appsOf(db: DbOrTrx, userId: string) {
  return db
    .selectFrom('oidcRecords')
    .select([sql<string>`payload->>'clientId'`.as('app'), 'expiresAt'])
    .where('userId', '=', userId)
    .where('kind', '=', 'Grant')
    .execute();
}

/** Deletes expired rows. Apps and the provider use real time, whatever the test clock says. */
export async function forgetExpiredLogins(db: DbOrTrx): Promise<void> {
  await sql`delete from oidc_records where expires_at < now()`.execute(db);
}
