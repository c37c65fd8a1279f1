import pg from 'pg';
import { expect, test } from 'vitest';
import type { JobName } from '#server/db/job-queue.ts';
import { jobs, schedule } from '#server/jobs/jobs.ts';
import { createMetrics } from '#server/telemetry/metrics.ts';
import { watchWaitingWork } from '#server/telemetry/waiting-work.ts';
import { openPlanner, recordStatements, tableScans } from '../../setup/database/recorded-statements.ts';
import { readyToPay, submitPayment } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain } from '../../setup/subscriber.ts';

/** One row, or a few that the company creates itself. */
const small = new Set(['charge_suspensions', 'clock_offset', 'event_secrets', 'event_endpoints', 'job_workers']);

const scheduled = schedule.split('\n').map((line) => line.split(' ').at(-1) as JobName);

/** What a scrape of the metrics reads. */
async function readMetrics({ databaseUrl, clock }: TestSite): Promise<void> {
  const metrics = createMetrics();
  const pool = new pg.Pool({ connectionString: databaseUrl });
  watchWaitingWork(metrics, { pool, now: () => clock.now() });
  expect((await metrics.render()).text).toContain('evenkeel_database_up 1');
  await pool.end();
}

test('no scheduled job and no metric reads a table that grows with the number of people from end to end', async () => {
  const { statements, during } = recordStatements();
  const site = await openSite();
  await submitPayment(site.app, await readyToPay(site.app));
  await drain(site);
  const origins = new Map<string, string>();
  const record = async (name: string, work: () => Promise<void>) => {
    await during(work);
    for (const text of statements.keys()) if (!origins.has(text)) origins.set(text, name);
  };
  for (const name of scheduled) await record(name, () => jobs[name].run(site.jobDependencies, {} as never));
  await record('metrics', () => readMetrics(site));
  expect(origins.size).toBeGreaterThan(50);

  const planner = await openPlanner(site.databaseUrl);
  const partial = await planner.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index where indpred is not null`,
  );
  const bounded = new Set(partial.rows.map(({ name }) => name));
  const temporary = [...origins.keys()].flatMap((text) => /^\s*create temporary table (\w+)/i.exec(text)?.[1] ?? []);
  const readWhole: string[] = [];
  for (const [text, origin] of origins) {
    if (!/^\s*(?:select|insert|update|delete|with|create temporary)\b/i.test(text)) continue;
    // The queue's own tables, and temporary tables of the transaction.
    if (text.includes('graphile_worker') || temporary.some((name) => text.includes(` ${name} `))) continue;
    for (const { table, index, isKeyed } of await tableScans(planner, { text, values: statements.get(text) ?? [] }))
      if (!small.has(table) && !isKeyed && !bounded.has(index ?? ''))
        readWhole.push(`${origin} reads ${table}: ${text.replaceAll(/\s+/g, ' ')}`);
  }
  expect(readWhole).toEqual([]);
});
