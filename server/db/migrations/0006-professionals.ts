import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* What professionals' accounts have beyond the columns of users. */
    create table professionals (
      user_id uuid primary key references users,
      /* Key of the registration request: a repeat finds the account instead of creating a second one. */
      request_key uuid unique,
      title text not null,
      credentials text not null,
      phone_extension text not null,
      practice_name text not null,
      roles text[] not null,
      bench_officer_name text not null,
      bench_officer_position text not null,
      colleague_name text not null,
      colleague_role text not null,
      duplicate_confirmed boolean not null
    );
    create index families_professional on families (created_by_professional_id) where created_by_professional_id is not null;

    /* The code printed in a letter. Only its keyed hash is stored; it is valid only with its invite. */
    create table invite_codes (
      invite_id uuid primary key references invites,
      code_hash bytea not null unique,
      created_at timestamptz not null
    );

    /* An address corrected before its owner accepted. The previous one is deleted once both addresses were notified. */
    create table email_corrections (
      id uuid primary key,
      user_id uuid not null references users,
      corrected_by uuid not null references users,
      previous_email text,
      corrected_at timestamptz not null
    );

    create table code_bundles (
      id uuid primary key,
      professional_id uuid not null references users,
      package_id int not null references packages,
      size int not null check (size in (5, 10, 25)),
      face_cents int not null check (face_cents > 0),
      total_cents int not null check (total_cents between 1 and face_cents * size),
      state text not null check (state in ('DRAFT', 'PAID')),
      created_at timestamptz not null,
      paid_at timestamptz,
      /* When the codes were first shown, and when their owner confirmed to have stored them. */
      shown_at timestamptz,
      kept_at timestamptz
    );
    create index code_bundles_professional on code_bundles (professional_id, created_at);
    create index activation_codes_bundle on activation_codes (bundle_id) where bundle_id is not null;
  `.execute(db);
}
