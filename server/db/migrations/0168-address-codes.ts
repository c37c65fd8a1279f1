import { type Kysely, sql } from 'kysely';

/** A code that was mailed to an address which an account holds without having proved it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table recovery_requests drop constraint recovery_requests_kind_check, add constraint recovery_requests_kind_check
      check (kind in ('PASSWORD', 'USERNAME_BY_EMAIL', 'USERNAME_BY_PHONE', 'SIGN_UP', 'ADDRESS'));
    /* When the parent who signs up proved their address by a code. */
    alter table registrations add column email_proven_at timestamptz;
  `.execute(db);
}
