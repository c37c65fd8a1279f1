import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Notifications of the payment gateway. They have no id, so each is identified by the digest of its text. Once
       handled, or if its kind is ignored, only its arrival is kept. */
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
