import type { Config } from './config.ts';
import { createDb, createPool } from './db/pool.ts';
import { logLine } from './log-line.ts';
import type { Tracer } from './telemetry/tracer.ts';

/** PostgreSQL's codes: the connection failed, or the server is ending it. Network errors have other codes. */
const lost = /^(?:08|57P)/;
const isOfPostgres = /^[0-9A-Z]{5}$/;

export function reportLostConnection(error: unknown): void {
  const { code = '' } = error as NodeJS.ErrnoException;
  const isLost = !isOfPostgres.test(code) || lost.test(code);
  logLine('warn', isLost ? 'database connection lost' : 'database query failed', { code });
}

type DatabaseSettings = Pick<Config, 'DATABASE_URL' | 'DATABASE_REPLICA_URL' | 'JOB_CONCURRENCY' | 'NODE_ENV'>;
type DatabaseOptions = { poolSize: number; tracer: Tracer | null; onError?: (error: unknown) => void };

/** A process's connection pools, one for each kind of work. `replica`: null if there is none. */
export function openDatabases(
  { DATABASE_URL, DATABASE_REPLICA_URL, JOB_CONCURRENCY, NODE_ENV }: DatabaseSettings,
  { poolSize, tracer, onError = reportLostConnection }: DatabaseOptions,
) {
  const shared = { connectionString: DATABASE_URL, onError };
  const pool = createPool({ ...shared, max: poolSize });
  // Jobs have their own connections, so that neither jobs nor requests can starve the other.
  const jobPool = createPool({ ...shared, max: JOB_CONCURRENCY + 2, applicationName: 'evenkeel-jobs' });
  const options = { tracer, assertLockOrder: NODE_ENV !== 'production' };
  const db = createDb(pool, options);
  // Shared cached reads have their own connection. In the request pool they could deadlock: transactions waiting for
  // such a read may hold all its connections.
  const sharedDb = createDb(createPool({ ...shared, max: 1 }), options);
  const replica = DATABASE_REPLICA_URL
    ? createDb(createPool({ ...shared, connectionString: DATABASE_REPLICA_URL, max: poolSize }), options)
    : null;
  const close = async () => {
    await Promise.all([db.destroy(), sharedDb.destroy(), replica?.destroy()]);
    await jobPool.end();
  };
  return { pool, jobPool, db, sharedDb, replica, close };
}
