import type pg from 'pg';
import { createDb, type Db } from './pool.ts';

/** Runs work in a transaction that is always rolled back. */
export type RollBack = <Result>(work: (db: Db) => Promise<Result>) => Promise<Result>;

/** Transactions of the work become savepoints of the outer one. */
const savepoints: Record<string, string> = {
  begin: 'savepoint part',
  commit: 'release savepoint part',
  rollback: 'rollback to savepoint part',
};

/**
 * Runs work in one transaction, which is rolled back at the end, even if this process dies. It keeps its row locks
 * until then, so the work must be short and must not wait for anything.
 */
export async function rolledBack<Result>(pool: pg.Pool, work: (db: Db) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(createDb(poolOfOne(pool, client)));
    await client.query('rollback');
    client.release();
    return result;
  } catch (error) {
    // Closing the connection also rolls back, whatever its state.
    client.release(true);
    throw error;
  }
}

/** Runs one statement after the other: the work may start two at once, but there is one connection. */
function poolOfOne(pool: pg.Pool, client: pg.PoolClient): pg.Pool {
  let last: Promise<unknown> = Promise.resolve();
  const query = (statement: string | pg.QueryConfig) => {
    const text = typeof statement === 'string' ? statement : statement.text;
    const answer = last.then(() => client.query(savepoints[text] ?? statement));
    last = answer.catch(() => undefined);
    return answer;
  };
  const single = { query, release: () => undefined };
  return { options: pool.options, connect: () => Promise.resolve(single), end: () => Promise.resolve() } as never;
}
