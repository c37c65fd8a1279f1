import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* The e-mail somebody pays a sign-up or an invite for, until it is known what became of it: nobody else may pay for
       it meanwhile. */
    alter table payment_attempts add column claimed_email text;
    /* What an earlier release has left unsettled; of two under way for one e-mail already, the older has it. */
    update payment_attempts as attempts set claimed_email = first.email
      from (
        select distinct on (lower(btrim(parent->>'email'))) payment_attempts.id, lower(btrim(parent->>'email')) as email
        from payment_attempts join registrations on registrations.id = subject_id
        where purpose = 'SIGN_UP' and payment_attempts.state in ('PENDING', 'UNKNOWN') and btrim(parent->>'email') != ''
        order by lower(btrim(parent->>'email')), payment_attempts.id
      ) as first
      where first.id = attempts.id;
    create unique index if not exists payment_attempts_one_per_email on payment_attempts (claimed_email) where state in ('PENDING', 'UNKNOWN');
  `.execute(db);
}
