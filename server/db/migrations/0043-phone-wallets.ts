import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payment_methods drop constraint payment_methods_type_check;
    alter table payment_methods add constraint payment_methods_type_check
      check (type in ('CREDIT_CARD', 'PAYPAL', 'VENMO', 'APPLE_PAY', 'GOOGLE_PAY')) not valid;
    alter table payment_methods validate constraint payment_methods_type_check;
  `.execute(db);
}
