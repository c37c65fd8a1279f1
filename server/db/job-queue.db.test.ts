import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../tests/setup/database/database.ts';
import { enqueue, enqueueTogether, isEnqueued } from './job-queue.ts';
import { createDb, createPool, type Db } from './pool.ts';

const queued = async (db: Db) =>
  (
    await sql<{ key: string | null; at: string; attempts: number }>`
      select key, to_char(run_at at time zone 'UTC', 'YYYY-MM-DD') as at, max_attempts as attempts
      from graphile_worker.jobs where task_identifier = 'send-receipt' order by id`.execute(db)
  ).rows;

test('jobs enqueued together: the last of each key wins, pending ones are visible, a rollback drops all', async () => {
  const db = createDb(createPool({ connectionString: await createTestDatabase() }));
  try {
    const receipt = (orderId: string) => ({ name: 'send-receipt' as const, payload: { orderId } });
    await db.transaction().execute((trx) =>
      enqueueTogether(trx, async () => {
        await enqueue(trx, { ...receipt('1'), key: 'one', runAt: new Date('2040-01-01T00:00:00Z') });
        await enqueue(trx, { ...receipt('2'), key: 'one', runAt: new Date('2041-02-03T00:00:00Z') });
        await enqueue(trx, { ...receipt('3'), runAt: new Date('2042-01-01T00:00:00Z'), maxAttempts: 3 });
        expect(await isEnqueued(trx, 'one')).toBe(true);
        await enqueue(trx, { ...receipt('4'), runAt: new Date('2042-01-01T00:00:00Z') });
      }),
    );
    const rolledBack = db.transaction().execute((trx) =>
      enqueueTogether(trx, async () => {
        await enqueue(trx, { ...receipt('5'), key: 'five' });
        throw new Error('no');
      }),
    );
    await expect(rolledBack).rejects.toThrow('no');
    expect(await queued(db)).toEqual([
      { key: 'one', at: '2041-02-03', attempts: 25 },
      { key: null, at: '2042-01-01', attempts: 3 },
      { key: null, at: '2042-01-01', attempts: 25 },
    ]);
  } finally {
    await db.destroy();
  }
});
