import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* What the payment gateway reported by itself. It sends no id: one report is known by the digest of its text. Of a
       kind that nothing is done about, or that is done, only that it came is kept. */
    create table gateway_notifications (
      id text primary key check (id ~ '^[0-9a-f]{64}$'),
      kind text not null,
      event jsonb,
      occurred_at timestamptz not null,
      received_at timestamptz not null,
      handled_at timestamptz
    );
    create index gateway_notifications_received on gateway_notifications (received_at);
  `.execute(db);
}
