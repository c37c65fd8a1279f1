import type pg from 'pg';
import { loadInBulk } from './bulk-load.ts';

/** Events are spread over this many days, which cover thirteen months. */
const days = 390;

/** Stores visit events `from` to `to` over thirteen months, in partitions as the nightly job creates them. */
export async function storeEvents(pool: pg.Pool, { from, to }: { from: number; to: number }): Promise<void> {
  await pool.query(
    `select add_month(name, month) from unnest(array['analytics_events', 'sent_mails']) name,
       generate_series(date_trunc('month', now() at time zone 'UTC') - interval '13 months', now() at time zone 'UTC', '1 month') month`,
  );
  await loadInBulk(pool, ['analytics_events'], async (client) => {
    await client.query(`
      insert into analytics_events (message_id, type, name, anonymous_id, properties, received_at, forwarded_at)
      select gen_random_uuid(), 'track', 'Package Selection Viewed', md5((n / 20)::text)::uuid::text, '{"step": "Package Selection", "invited": false}',
        now() - (n % ${days}) * interval '1 day', now()
      from generate_series(${from}, ${to}) n`);
  });
}
