import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { runCanary } from '#server/jobs/canary.ts';
import { everyRow } from '../../setup/database/every-row.ts';
import { setFault } from '../../setup/sandbox.ts';
import { openSite } from '../../setup/site.ts';
import { testSites } from '../../setup/sites.ts';

const site = () => openSite({ pages: true, environment: { CANARY: 'true', METRICS_PORT: '0' } });

async function openWithCanary() {
  const opened = await site();
  const { app, dependencies, jobDependencies } = opened;
  const address = await app.listen({ port: 0, host: 'localhost' });
  const run = ({ others = '' } = {}) =>
    runCanary.run(
      { ...jobDependencies, sites: testSites({ PUBLIC_URL: address, OTHER_SITES: others }) },
      {} as Record<string, never>,
    );
  const counted = async () =>
    Object.fromEntries(
      [
        ...((await dependencies.metrics?.render())?.text ?? '').matchAll(
          /canary_runs_total\{part="(.*)",outcome="(.*)"\} (\d+)/g,
        ),
      ].map(([, part, outcome, count]) => [`${part} ${outcome}`, Number(count)]),
    );
  return { ...opened, run, counted };
}

test('canary: it signs up and pays each minute, leaving no row, sale, mail or metric', async () => {
  const { dependencies, sandboxUrl, run, counted } = await openWithCanary();
  const { db, metrics } = dependencies;
  const before = await everyRow(db);
  expect(Object.keys(before).length).toBeGreaterThan(30);
  await run();
  await run();
  const none = { 'page failed': 0, 'gateway failed': 0, 'sign-up failed': 0 };
  expect(await counted()).toEqual({ ...none, 'page passed': 2, 'gateway passed': 2, 'sign-up passed': 2 });
  expect(await everyRow(db)).toEqual(before);
  const read = async (path: string) => (await fetch(`${sandboxUrl}${path}`)).json();
  expect(await read('/control/ledger')).toMatchObject({ entries: [], merchantCents: 0 });
  expect(await read('/inbox/messages')).toMatchObject({ messages: [] });
  const { text } = (await metrics?.render()) ?? { text: '' };
  expect(text).not.toMatch(/^evenkeel_(?:payments_settled|payment_submissions|sign_up_steps)_total\{.*\} [1-9]/m);
});

test('canary: a failing part is counted separately from those that work, and nothing is stored', async () => {
  const { dependencies, sandboxUrl, logged, run, counted } = await openWithCanary();
  const { db } = dependencies;
  await sql`alter table documents add constraint no_invoice check (false) not valid`.execute(db);
  const before = await everyRow(db);
  await setFault(sandboxUrl, { kind: '503', times: 1 });
  // One of two sites is down.
  await run({ others: '127.0.0.1:9 GB' });
  expect(await counted()).toMatchObject({
    'page failed': 1,
    'gateway failed': 1,
    'sign-up failed': 1,
    'sign-up passed': 0,
  });
  expect(await everyRow(db)).toEqual(before);
  expect(logged.filter((line) => line.includes('canary failed'))).toHaveLength(3);
  await sql`alter table documents drop constraint no_invoice`.execute(db);
  await run();
  expect(await counted()).toMatchObject({ 'gateway passed': 1, 'sign-up passed': 1 });
});

test('canary: it does not run unless it is switched on', async () => {
  const { jobDependencies, dependencies } = await openSite({ environment: { METRICS_PORT: '0' } });
  await runCanary.run(jobDependencies, {} as Record<string, never>);
  expect((await dependencies.metrics?.render())?.text).not.toContain('canary_runs_total{');
});
