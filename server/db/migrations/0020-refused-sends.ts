import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Sends the gateway answered with "not now" (429, 503): it did not take them. When all were, and it knows of no
       sale, nothing was charged. */
    alter table payment_attempts add column refused_sends integer not null default 0;
  `.execute(db);
}
