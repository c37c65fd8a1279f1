import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table registrations
      add column saved_until timestamptz,
      add column saved_order jsonb;

    /* Secrets that open a sign-up in another browser. Deleted at the first use, at the payment and on expiry. */
    create table resumptions (
      id uuid primary key,
      registration_id uuid not null references registrations on delete cascade,
      kind text not null check (kind in ('CODE', 'LINK')),
      secret_hash bytea not null unique,
      expires_at timestamptz not null,
      created_at timestamptz not null,
      unique (registration_id, kind)
    );

    create index registrations_open_email on registrations ((lower(parent ->> 'email')))
      where state in ('DETAILS', 'FAMILY');

    alter table recovery_requests drop constraint recovery_requests_kind_check,
      add constraint recovery_requests_kind_check
        check (kind in ('PASSWORD', 'USERNAME_BY_EMAIL', 'USERNAME_BY_PHONE', 'SIGN_UP'));
  `.execute(db);
}
