import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Codes that staff made for a court or a programme, each worth a term of a package. */
    create table code_batches (
      id uuid primary key,
      made_for text not null check (length(made_for) between 1 and 80),
      package_name text not null check (package_name in ('ESSENTIALS', 'PREMIUM', 'BASIC')),
      years int not null check (years in (1, 2)),
      size int not null check (size between 1 and 500),
      /* The most that each code pays, tax included: together they never cost more than size times this. */
      each_cents int not null check (each_cents > 0),
      per_person int not null check (per_person > 0),
      expires_at timestamptz not null,
      created_at timestamptz not null,
      /* When the codes were shown, which happens once. */
      downloaded_at timestamptz,
      withdrawn_at timestamptz
    );
    create index code_batches_at on code_batches (created_at);

    alter table activation_codes
      add column batch_id uuid references code_batches,
      /* Length of the package's term that it is worth. */
      add column years int not null default 1 check (years in (1, 2));
    create index activation_codes_batch on activation_codes (batch_id) where batch_id is not null;
  `.execute(db);
}
