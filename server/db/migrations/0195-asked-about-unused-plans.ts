import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table subscriptions
      /* The end of the term before which its payer was asked whether to renew it for a holder who never joined. */
      add column asked_for date;
  `.execute(db);
}
