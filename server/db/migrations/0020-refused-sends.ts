import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Sends that the gateway refused with "not now" (429, 503) and did not process. If all were, and it knows of no
       sale, nothing was charged. */
    alter table payment_attempts add column refused_sends integer not null default 0;
  `.execute(db);
}
