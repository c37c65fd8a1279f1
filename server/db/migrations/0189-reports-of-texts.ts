import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* By which the provider reports what became of a text that it had taken. */
    alter table sent_texts add column provider_id text;
    create index sent_texts_provider on sent_texts (provider_id) where provider_id is not null;
    alter table sent_texts drop constraint sent_texts_fate_check;
    alter table sent_texts add constraint sent_texts_fate_check
      check (fate in ('SENT', 'DELIVERED', 'UNDELIVERED', 'REFUSED', 'UNSAFE', 'SWITCHED_OFF', 'NOT_TAKEN', 'GIVEN_UP'));
  `.execute(db);
}
