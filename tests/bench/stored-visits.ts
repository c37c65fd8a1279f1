import type pg from 'pg';
import { funnels } from '#contract/sign-up/funnel.ts';

const steps = funnels.parent.steps;
export const visitDays = 40;
const eventsOfVisit = 5;

/**
 * Visit events of the last forty days: each visitor comes on one day and views the steps in order until they stop; one
 * event in fifty is a refusal.
 */
export async function storeVisits(pool: pg.Pool, events: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query(
      `select add_month('analytics_events', month) from generate_series(
         date_trunc('month', now() at time zone 'UTC') - interval '2 months', now() at time zone 'UTC', '1 month') month`,
    );
    await client.query(
      `insert into analytics_events
         (message_id, type, name, anonymous_id, properties, received_at, forwarded_at, country, device, language)
       select gen_random_uuid(), 'track', step || case when n % 50 = 0 then ' Refused' else ' Viewed' end,
         md5((n / ${eventsOfVisit})::text)::uuid::text,
         jsonb_build_object('step', step, 'invited', false) || case when n % 50 = 0
           then '{"code": "VALIDATION address.line1"}'::jsonb else '{}'::jsonb end,
         now() - ((n / ${eventsOfVisit}) % ${visitDays}) * interval '1 day', now(),
         (array['US', 'CA', 'GB', 'AU'])[1 + (n / ${eventsOfVisit}) % 4],
         (array['phone', 'tablet', 'desktop'])[1 + (n / ${eventsOfVisit}) % 3],
         (array['en', 'es'])[1 + (n / ${eventsOfVisit}) % 2]
       from generate_series(1, $1::int) n,
         lateral (select ($2::text[])[1 + (n % ${eventsOfVisit}) * (1 + (n / ${eventsOfVisit}) % 2)] as step) seen
       where step is not null`,
      [events, steps],
    );
    await client.query('vacuum (analyze) analytics_events');
  } finally {
    client.release(true);
  }
}
