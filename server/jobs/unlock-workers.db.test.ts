import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { queueTables } from '../../tests/setup/database/queue-tables.ts';
import { openSite, type TestSite } from '../../tests/setup/site.ts';
import { performAction, staffHeaders } from '../../tests/setup/staff.ts';
import { enqueueReconciliation } from '../checkout/enqueue-reconciliation.ts';
import { after, minutes } from '../clock.ts';
import { enqueue } from '../db/job-queue.ts';
import { unlockDeadWorkers } from './worker-heartbeat.ts';

const worker = 'worker-that-died';

type Row = { id: string; key: string | null; attempts: number; lockedBy: string | null };

async function jobsIn({ dependencies: { db } }: TestSite): Promise<Row[]> {
  const { rows } =
    await sql<Row>`select id::text, key, attempts, locked_by from graphile_worker.jobs order by id`.execute(db);
  return rows;
}

/** A worker took every waiting job, and has not been seen since. */
const takenAndDied = ({ dependencies: { db } }: TestSite) =>
  sql`update ${sql.table(queueTables.jobs)}
      set locked_by = ${worker}, locked_at = now() - interval '5 minutes', attempts = attempts + 1
      where locked_at is null`.execute(db);

const askAgain = ({ dependencies: { db, clock } }: TestSite, attemptId: string) =>
  enqueueReconciliation(db, { attemptId, runAt: after(clock.now(), minutes(1)) });

test('REL5: a job re-enqueued before its worker died is not left as given up', async () => {
  const site = await openSite();
  const attemptId = randomUUID();
  await enqueueReconciliation(site.dependencies.db, { attemptId });
  await takenAndDied(site);
  await askAgain(site, attemptId);
  expect(await jobsIn(site)).toMatchObject([{ key: null, attempts: 25 }, { key: `reconcile:${attemptId}` }]);
  await unlockDeadWorkers.run(site.jobDependencies, {});
  expect(await jobsIn(site)).toMatchObject([{ key: `reconcile:${attemptId}`, attempts: 0, lockedBy: null }]);
});

test('a dead worker’s jobs return to the queue, with or without a key, even after their last attempt', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  await enqueueReconciliation(db, { attemptId: randomUUID() });
  await enqueue(db, { name: 'answer-recovery', payload: { requestId: randomUUID() } });
  await enqueue(db, { name: 'answer-recovery', payload: { requestId: randomUUID() }, maxAttempts: 1 });
  await takenAndDied(site);
  await unlockDeadWorkers.run(site.jobDependencies, {});
  expect((await jobsIn(site)).map(({ lockedBy }) => lockedBy)).toEqual([null, null, null]);
});

test('a job re-enqueued while a live worker runs it is left to that worker', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const attemptId = randomUUID();
  await enqueueReconciliation(db, { attemptId });
  await takenAndDied(site);
  await sql`insert into job_workers (id, seen_at) values (${worker}, now())`.execute(db);
  await askAgain(site, attemptId);
  await unlockDeadWorkers.run(site.jobDependencies, {});
  expect(await jobsIn(site)).toMatchObject([{ lockedBy: worker }, { lockedBy: null }]);
});

/** As after its last try. */
const failForGood = ({ dependencies: { db } }: TestSite) =>
  sql`update ${sql.table(queueTables.jobs)} set attempts = max_attempts, last_error = 'No answer'`.execute(db);

test('R43: a job that staff retried and that failed for good again is back in their queue, whether it has a key or not', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  await enqueue(db, { name: 'answer-recovery', payload: { requestId: randomUUID() } });
  await enqueueReconciliation(db, { attemptId: randomUUID() });
  await failForGood(site);
  const admin = await staffHeaders(site, ['ADMIN']);
  for (const { id } of await jobsIn(site)) {
    const retried = { action: 'RETRY_JOB', subject: id } as const;
    expect((await performAction(site, admin, null, retried)).statusCode).toBe(200);
    expect((await performAction(site, admin, null, retried)).statusCode).toBe(409);
  }
  const payloads = await sql`select payload from ${sql.table(queueTables.jobs)} order by id`.execute(db);
  expect(payloads.rows).toEqual([
    { payload: { requestId: expect.any(String) } },
    { payload: { attemptId: expect.any(String) } },
  ]);
  await failForGood(site);
  await unlockDeadWorkers.run(site.jobDependencies, {});
  expect((await jobsIn(site)).map(({ attempts }) => attempts)).toEqual([25, 25]);
});
