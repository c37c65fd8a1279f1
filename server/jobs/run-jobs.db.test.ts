import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../tests/setup/sandbox.ts';
import { openSite } from '../../tests/setup/site.ts';
import { enqueue } from '../db/job-queue.ts';
import { createPool } from '../db/pool.ts';
import { runJobs } from './run-jobs.ts';

test('REL3: jobs run although the job runner’s first query fails', async () => {
  const site = await openSite();
  const { db } = site.jobDependencies;
  const pool = createPool({ connectionString: site.databaseUrl, max: 4 });
  let failures = 0;
  pool.on('connect', (client) => {
    const ask = client.query.bind(client) as (...asked: unknown[]) => unknown;
    client.query = ((...asked: unknown[]) => {
      const [{ text = '' }] = asked as [{ text?: string }];
      if (failures > 0 || !text.includes('_private_tasks as tasks')) return ask(...asked);
      failures += 1;
      return Promise.reject(Object.assign(new Error('terminating connection'), { code: '57P01' }));
    }) as typeof client.query;
  });
  const running = await runJobs({ pool, concurrency: 2, dependencies: site.jobDependencies });
  onTestFinished(async () => {
    await running.stop();
    await pool.end();
  });
  await enqueue(db, { name: 'expire-registrations', payload: {} });
  const waiting = () => sql<{ count: number }>`select count(*)::int as count from graphile_worker.jobs`.execute(db);
  await eventually(waiting, ({ rows: [row] }) => row?.count === 0, 10_000);
  expect(failures).toBe(1);
});
