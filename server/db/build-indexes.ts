import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { hours } from '../clock.ts';
import { createPool } from './pool.ts';

/**
 * Runs work that only one process may do at a time, on a connection whose statements may take hours. Other processes
 * poll for the lock: a statement that waited for it would block `create index concurrently`.
 */
export async function aloneOnDatabase<Result>(
  connectionString: string,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const pool = createPool({
    connectionString,
    max: 1,
    applicationName: 'evenkeel-migrate',
    statementTimeoutMs: hours(6),
  });
  try {
    const client = await pool.connect();
    try {
      while (!(await takesLock(client))) await wait(200);
      return await work(client);
    } finally {
      client.release(true);
    }
  } finally {
    await pool.end();
  }
}

async function takesLock(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    `select pg_try_advisory_lock(hashtext('evenkeel-migrate')) as taken`,
  );
  return rows[0]?.taken === true;
}

/**
 * Creates missing indexes without blocking writes. An invalid index left by an interrupted run is dropped and rebuilt.
 */
export async function buildIndexes(client: pg.PoolClient, indexes: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, definition] of Object.entries(indexes)) {
    const { rows } = await client.query<{ complete: boolean }>(
      'select indisvalid as complete from pg_index where indexrelid = to_regclass($1)',
      [name],
    );
    const [found] = rows;
    if (found?.complete) continue;
    if (found) await client.query(`drop index concurrently ${name}`);
    await client.query(`create index concurrently ${name} on ${definition}`);
  }
}
