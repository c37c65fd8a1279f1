import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index disputes_to_answer on disputes (reply_by) where state = 'OPEN';
  `.execute(db);
}
