import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Archived by the professional who opened it, in their own list only. */
    alter table families add column archived_at timestamptz;

    /* UNUSED: a professional's refund for what nobody had used. */
    alter table refunds
      drop constraint refunds_reason_check,
      add constraint refunds_reason_check
        check (reason in ('FIRST_PAYMENT', 'CANCELLED_MEANWHILE', 'NOT_COMPLETED', 'BY_SUPPORT', 'UNUSED'));

    /* When the price of an unused code was refunded to its buyer; the code is revoked with it. */
    alter table activation_codes add column refunded_at timestamptz check (refunded_at is null or revoked_at is not null);

    /* An imported list of families: sent twice under one key, it is imported once. */
    create table case_imports (
      id uuid primary key,
      professional_id uuid not null references users,
      request_key uuid not null,
      families int not null check (families > 0),
      created_at timestamptz not null,
      unique (professional_id, request_key)
    );
  `.execute(db);
}
