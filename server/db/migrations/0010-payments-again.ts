import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* A sign-up is paid for once. An invited parent may pay again, years later, for what has ended: whether they may is
       checked under the lock. */
    drop index payment_attempts_one_sign_up;
    create unique index payment_attempts_one_sign_up on payment_attempts (subject_id) where state = 'APPROVED' and purpose = 'SIGN_UP';
    /* Amounts to be returned are stored in refunds. */
    alter table payment_attempts drop column refund_due;
  `.execute(db);
}
