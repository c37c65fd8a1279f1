import type pg from 'pg';
import { createDb, type Db } from './pool.ts';

/** Does work on a database of which nothing stays. */
export type RollBack = <Result>(work: (db: Db) => Promise<Result>) => Promise<Result>;

/** Transactions of the work become parts of the one around them. */
const savepoints: Record<string, string> = {
  begin: 'savepoint part',
  commit: 'release savepoint part',
  rollback: 'rollback to savepoint part',
};

/**
 * Does some work on a database of which nothing stays: all of it is one transaction, which is rolled back in the end,
 * also when this process dies. Rows that it locks are locked until then: keep it short, and put no waiting into it.
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
    // Closing the connection rolls back as well, whatever state it is in.
    client.release(true);
    throw error;
  }
}

/** One statement after the other: the work may ask for two things at once, and there is one connection. */
function poolOfOne(pool: pg.Pool, client: pg.PoolClient): pg.Pool {
  let last: Promise<unknown> = Promise.resolve();
  const query = (statement: string | pg.QueryConfig) => {
    const mapped = typeof statement === 'string' ? (savepoints[statement] ?? statement) : statement;
    const answer = last.then(() => client.query(mapped));
    last = answer.catch(() => undefined);
    return answer;
  };
  const single = { query, release: () => undefined };
  return { options: pool.options, connect: () => Promise.resolve(single), end: () => Promise.resolve() } as never;
}
