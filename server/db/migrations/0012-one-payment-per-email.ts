import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* The e-mail for which a sign-up or invite is being paid, until the outcome is known: nobody else may pay for it
       meanwhile. */
    alter table payment_attempts add column claimed_email text;
    /* Attempts that an earlier release left unsettled; of two in progress for one e-mail, the older one claims it. */
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
