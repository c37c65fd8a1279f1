import { sql } from 'kysely';
import { type Day, utcDay } from '#contract/fields/day.ts';
import { funnelNames, funnels } from '#contract/sign-up/funnel.ts';
import { after, days, hours } from '../clock.ts';
import type { Db, Trx } from '../db/pool.ts';

/** How many days back are checked for uncounted ones, and so the most that one run counts. */
const daysAtOnce = 45;
/** An event counts for the day on which it happened if it came on that day or the next. */
const lateDays = 1;
/** Events that were being stored when a day ended are committed by then. */
const graceMs = hours(1);

const positions = funnelNames.flatMap((flow) =>
  funnels[flow].steps.map((step, position) => ({ flow, step, position })),
);
const steps = [...new Set(positions.map(({ step }) => step))];
const names = steps.flatMap((step) => [`${step} Viewed`, `${step} Submitted`, `${step} Refused`]);

const midnight = (day: Day) => new Date(`${day}T00:00:00Z`);

/**
 * Counts each day that is not final and returns these days: a day that may still receive events is counted again, in
 * one transaction and from all its events. So a crashed, repeated or concurrent run, and late events, lead to the same
 * numbers.
 */
export async function rollUpFunnel(db: Db, at: Date): Promise<Day[]> {
  const due = await daysToCount(db, at);
  for (const day of due)
    await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtext('funnel_days'))`.execute(trx);
      await countDay(trx, day);
      await trx
        .insertInto('funnelDays')
        .values({ day, countedAt: at })
        .onConflict((conflict) => conflict.column('day').doUpdateSet({ countedAt: at }))
        .execute();
    });
  return due;
}

async function daysToCount(db: Db, at: Date): Promise<Day[]> {
  const { rows } = await sql<{ day: Day }>`
    select to_char(due, 'YYYY-MM-DD') as day
    from generate_series(
      ${utcDay(after(at, -days(daysAtOnce - 1)))}::timestamp, ${utcDay(at)}::timestamp, interval '1 day') due
    where not exists (select from funnel_days where day = due::date
      and counted_at >= (due at time zone 'UTC') + ${days(1 + lateDays) + graceMs} * interval '1 millisecond')
    order by 1`.execute(db);
  return rows.map(({ day }) => day);
}

async function countDay(trx: Trx, day: Day): Promise<void> {
  const begins = midnight(day);
  await sql`delete from funnel_counts where day = ${day}::date`.execute(trx);
  await sql`delete from funnel_refusals where day = ${day}::date`.execute(trx);
  // Days are compared as text, because a browser's timestamp may not be valid for PostgreSQL.
  await sql`
    create temporary table funnel_visits on commit drop as
    with told as (
      select anonymous_id, position, flow, name like '% Refused' as refused, properties ->> 'code' as code,
        event.country, device, language
      from analytics_events event
        join jsonb_to_recordset(${JSON.stringify(positions)}::jsonb) as known (flow text, step text, position int)
          on known.step = properties ->> 'step'
            and flow = case when properties ->> 'invited' = 'true' then 'invite' else 'parent' end
      where name = any(${names}::text[]) and anonymous_id is not null
        and received_at >= ${begins}::timestamptz and received_at < ${after(begins, days(1 + lateDays))}::timestamptz
        and ${day} = case left(properties ->> 'timestamp', 10)
          when to_char(received_at at time zone 'UTC' - interval '1 day', 'YYYY-MM-DD')
            then left(properties ->> 'timestamp', 10)
          else to_char(received_at at time zone 'UTC', 'YYYY-MM-DD') end)
    select anonymous_id, flow, max(position) as furthest, coalesce(min(country), '') as country,
      coalesce(min(device), '') as device, coalesce(min(language), '') as language,
      jsonb_agg(distinct jsonb_build_array(position, coalesce(code, ''))) filter (where refused) as refusals
    from told group by anonymous_id, flow`.execute(trx);
  await sql`
    create temporary table funnel_variants on commit drop as
    select anonymous_id, flow, '' as variant from funnel_visits
    union all
    select anonymous_id, flow, format('%s#%s:%s', experiment_key, iteration, state)
    from experiment_iterations ran join experiment_exposures shown using (experiment_key, iteration)
      join funnel_visits using (anonymous_id)
    where started_at < ${after(begins, days(1))}::timestamptz
      and coalesce(ended_at, 'infinity') >= ${begins}::timestamptz
      and exposed_at < ${after(begins, days(1))}::timestamptz
    group by anonymous_id, flow, experiment_key, iteration, state`.execute(trx);
  await sql`
    insert into funnel_counts (flow, variant, day, country, device, language, furthest, people)
    select flow, variant, ${day}::date, country, device, language, furthest, count(*)
    from funnel_visits join funnel_variants using (anonymous_id, flow) group by 1, 2, 4, 5, 6, 7`.execute(trx);
  await sql`
    insert into funnel_refusals (flow, variant, day, country, device, language, position, code, people, stopped)
    select flow, variant, ${day}::date, country, device, language, (refusal ->> 0)::int, refusal ->> 1, count(*),
      count(*) filter (where furthest = (refusal ->> 0)::int)
    from funnel_visits join funnel_variants using (anonymous_id, flow), jsonb_array_elements(refusals) refusal
    group by 1, 2, 4, 5, 6, 7, 8`.execute(trx);
  await sql`drop table funnel_visits, funnel_variants`.execute(trx);
}
