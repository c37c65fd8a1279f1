import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { passTime, viewClock } from '#server/account/pass-time.ts';
import { days, hours } from '#server/clock.ts';
import { enqueue } from '#server/db/job-queue.ts';
import { buildApp } from '#server/app.ts';
import { ledger } from '../setup/sandbox.ts';
import { openSite, type TestSite } from '../setup/site.ts';
import { mailsInOrder, subscribe, subscriptionOf } from '../setup/subscriber.ts';
import { send } from '../setup/sign-up.ts';

/** The test's clock follows the one that the database keeps, as every process's does. */
function timeMachineOf({ clock, dependencies: { db } }: TestSite) {
  return {
    refresh: async () => {
      const { aheadMs } = await db.selectFrom('clockOffset').select('aheadMs').executeTakeFirstOrThrow();
      clock.set(new Date(Date.now() + aheadMs));
    },
  };
}

test('a year is watched in a minute: its reminders, its renewal and its receipt come in order', async () => {
  const site = await openSite();
  await site.startJobs();
  const parent = await subscribe(site);
  const machine = { ...site.dependencies, timeMachine: timeMachineOf(site) };
  const began = performance.now();
  await passTime(machine, { count: 370 });
  expect(performance.now() - began).toBeLessThan(60_000);
  expect((await mailsInOrder(site, parent.email)).map(({ subject }) => subject.replace(/ on .*/, ''))).toEqual([
    'Your Evenkeel receipt',
    'Your Evenkeel plan renews',
    'Your Evenkeel plan renews',
    'Your Evenkeel renewal receipt',
  ]);
  expect((await ledger(site.sandboxUrl)).map(({ kind }) => kind)).toEqual(['sale', 'sale']);
  expect((await subscriptionOf(site, parent)).periodStart).toBe(parent.periodEnd);
  const { events, aheadMs } = await viewClock(machine);
  expect(aheadMs).toBeGreaterThan(days(369));
  expect(events.slice(0, 2)).toMatchObject([
    { kind: 'MAIL', what: 'receipt' },
    { kind: 'CHARGE', what: 'RENEWAL', amount: 14_400 },
  ]);
  expect(JSON.stringify(events)).not.toContain('@');
});

test('jobs that wait for an hour wait an hour of the rules, however far their clock has been moved', async () => {
  const site = await openSite();
  await site.startJobs();
  const { db } = site.dependencies;
  const machine = { ...site.dependencies, timeMachine: timeMachineOf(site) };
  await passTime(machine, { count: 30 });
  await enqueue(db, {
    name: 'forward-analytics',
    payload: {},
    runAt: new Date(site.clock.now().getTime() + hours(1)),
    key: 'waits',
  });
  const waits = async () => {
    const { rows } = await sql<{
      seconds: number;
    }>`select extract(epoch from run_at - now())::float8 as seconds from graphile_worker.jobs where key = 'waits'`.execute(
      db,
    );
    return rows[0]?.seconds ?? Number.NaN;
  };
  expect(await waits()).toBeCloseTo(3_600, -2);
  await passTime(machine, { count: 1 });
  expect(await waits()).toBeNaN();
});

test('the clock is moved by a call; where real money is taken the call does not exist', async () => {
  const site = await openSite();
  expect((await send(site.app, { method: 'GET', path: '/v2/development/clock' })).status).toBe(200);
  const secured = { publicUrl: 'https://live.example', secureCookies: true, mayForceExperiments: false };
  const options = { ...secured, maxInFlight: 10, webDist: null, logger: false };
  const live = await buildApp(options, { ...site.dependencies, timeMachine: null });
  for (const method of ['GET', 'POST'] as const) {
    const answer = await live.inject({
      method,
      url: '/api/v2/development/clock',
      headers: { origin: 'https://live.example' },
    });
    expect(answer.statusCode).toBe(404);
  }
  await live.close();
});
