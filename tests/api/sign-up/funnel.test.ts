import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { AnswerOf } from '#contract/api/route.ts';
import type { readFunnel } from '#contract/api/staff/staff-funnel.ts';
import { rollUpFunnel } from '#server/analytics/roll-up-funnel.ts';
import { days, hours } from '#server/clock.ts';
import type { Db } from '#server/db/pool.ts';
import { expectedCounts, randomEvents, store } from '../../setup/experiments/funnel-events.ts';
import { plantDay } from '../../setup/experiments/running-experiment.ts';
import { randomNumbers } from '../../setup/experiments/simulated-experiment.ts';
import { parentOf, send } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { staffHeaders } from '../../setup/staff.ts';

const midnight = (at: Date) => new Date(at.toISOString().slice(0, 10));
const dayOf = (at: Date) => at.toISOString().slice(0, 10);

async function counted(db: Db, first: Date) {
  const { rows: counts } = await sql<{ row: string }>`
    select format('%s %s %s: %s', day - ${dayOf(first)}::date, flow, furthest, sum(people)) as row from funnel_counts
    where variant = '' group by day, flow, furthest`.execute(db);
  const { rows: refusals } = await sql<{ row: string }>`
    select format('%s %s %s %s: %s', day - ${dayOf(first)}::date, flow, position, code, sum(people)) as row
    from funnel_refusals where variant = '' group by day, flow, position, code`.execute(db);
  return { counts: counts.map(({ row }) => row).sort(), refusals: refusals.map(({ row }) => row).sort() };
}

/** Dies in the middle of a day, after removing its rows and before storing them again. */
async function rollUpAndDie(db: Db, at: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`lock table funnel_refusals in access exclusive mode`.execute(trx);
    const dying = rollUpFunnel(db, at).catch((error: unknown) => error);
    // Through another connection: a transaction keeps its first snapshot of activity.
    const kill = sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%funnel_refusals%'`;
    await expect.poll(async () => (await kill.execute(db)).rows.length).toBeGreaterThan(0);
    expect(await dying).toBeInstanceOf(Error);
  });
}

test('late events, concurrent runs and a killed run: each day counts each person once', async () => {
  const { dependencies, clock } = await openSite();
  const { db } = dependencies;
  const first = midnight(new Date(clock.now().getTime() - days(20)));
  for (const seed of [1, 2]) {
    await sql`truncate analytics_events, funnel_counts, funnel_refusals, funnel_days`.execute(db);
    // Earlier events are already counted.
    await sql`
      insert into funnel_days select generate_series(${first}::timestamptz - interval '50 days', ${first}::timestamptz
        - interval '1 day', interval '1 day')::date, ${clock.now()}::timestamptz`.execute(db);
    const random = randomNumbers(seed);
    const events = randomEvents(random, 12);
    for (let day = 0; day < 7; day += 1) {
      const coming = events.filter((told) => told.day + told.lateDays === day);
      const half = Math.floor(coming.length / 2);
      for (const told of coming.slice(0, half)) await store(db, told, first);
      const noon = new Date(first.getTime() + days(day) + hours(13));
      await Promise.all([rollUpFunnel(db, noon), rollUpFunnel(db, noon)]);
      for (const told of coming.slice(half)) await store(db, told, first);
      if (random() < 0.5) await rollUpFunnel(db, noon);
    }
    const before = await counted(db, first);
    await rollUpAndDie(db, new Date(first.getTime() + days(7)));
    expect(await counted(db, first)).toEqual(before);
    await rollUpFunnel(db, new Date(first.getTime() + days(8)));
    expect([seed, await counted(db, first)]).toEqual([seed, expectedCounts(events)]);
    // Everything is counted: these days need no more work.
    const again = await rollUpFunnel(db, new Date(first.getTime() + days(9)));
    expect(again).not.toContain(dayOf(first));
  }
});

type Funnel = AnswerOf<typeof readFunnel>;

async function read(site: TestSite, query: string): Promise<Funnel> {
  const at = dayOf(site.clock.now());
  const headers = await staffHeaders(site, ['GROWTH']);
  const path = `/v2/staff/funnel?flow=parent&from=${at}&until=${at}${query}`;
  const answer = await send<Funnel>(site.app, { method: 'GET', path, headers });
  expect(answer.status).toBe(200);
  return answer.body;
}

test('staff see drop-off and errors by device, country, language and variant, without personal data', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const phone = { 'user-agent': 'Mozilla/5.0 (iPhone) Mobile', 'accept-language': 'es-MX,es' };
  const desktop = { 'user-agent': 'Mozilla/5.0 (X11; Linux)', 'accept-language': 'en-GB' };
  const view = (anonymousId: string, step: string, headers: Record<string, string>) =>
    send(site.app, {
      method: 'POST',
      path: '/v1/track',
      body: { type: 'track', messageId: randomUUID(), anonymousId, event: `${step} Viewed`, properties: { step } },
      headers,
    });
  const [stuck, gone] = [randomUUID(), randomUUID()];
  await view(stuck, 'Parent A Info', phone);
  const parent = { ...parentOf('not an address'), firstName: 'Zebediah' };
  const begin = (headers: Record<string, string>) =>
    send(site.app, { method: 'POST', path: '/v2/registrations', body: { parent }, headers: { ...phone, ...headers } });
  expect((await begin({ 'x-anonymous-id': stuck })).status).toBe(400);
  // Visitors who may not be counted are not.
  expect((await begin({})).status).toBe(400);
  for (const step of ['Parent A Info', 'Parent B Info', 'Receipt']) await view(gone, step, desktop);
  await db
    .updateTable('experiments')
    .set({ state: 'running', changedAt: site.clock.now() })
    .where('key', '=', 'social-proof')
    .execute();
  await plantDay(site, 'social-proof', { at: site.clock.now(), control: [0, 0], treatment: [1, 0] });
  await sql`update experiment_exposures set anonymous_id = ${gone}`.execute(db);
  await expect
    .poll(async () => {
      await rollUpFunnel(db, site.clock.now());
      return (await read(site, '')).steps[0]?.refusals.length;
    })
    .toBe(1);
  const { steps, variants, countedAt } = await read(site, '');
  expect(steps.map(({ reached }) => reached)).toEqual([2, 1, 1, 1, 1, 1, 1, 1]);
  expect(steps[0]).toMatchObject({ stopped: 1, refusals: [{ people: 1, stopped: 1 }] });
  expect(steps[0]?.refusals[0]?.code).toMatch(/^VALIDATION parent\.email$/);
  expect(countedAt).not.toBeNull();
  const first = async (query: string) => (await read(site, query)).steps[0]?.reached;
  expect(await first('&device=phone')).toBe(1);
  expect(await first('&device=tablet')).toBe(0);
  expect(await first('&country=GB&language=en&device=desktop')).toBe(1);
  expect(await first('&country=MX&language=es')).toBe(1);
  expect(variants.map(({ value }) => value)).toContain('social-proof#2:treatment');
  expect(await first(`&variant=${encodeURIComponent('social-proof#2:treatment')}`)).toBe(1);
  expect(await first(`&variant=${encodeURIComponent('social-proof#2:control')}`)).toBe(0);
  const stored = JSON.stringify([
    await db.selectFrom('analyticsEvents').selectAll().execute(),
    await db.selectFrom('funnelCounts').selectAll().execute(),
    await db.selectFrom('funnelRefusals').selectAll().execute(),
  ]);
  expect(stored).not.toContain('Zebediah');
});
