import type { Config } from './config.ts';
import { createDb, createPool } from './db/pool.ts';
import { logLine } from './log-line.ts';
import type { Tracer } from './telemetry/tracer.ts';

/** Of PostgreSQL: the connection failed, or the server ends it. Others come from the network and have no such code. */
const lost = /^(?:08|57P)/;
const isOfPostgres = /^[0-9A-Z]{5}$/;

export function reportLostConnection(error: unknown): void {
  const { code = '' } = error as NodeJS.ErrnoException;
  const isLost = !isOfPostgres.test(code) || lost.test(code);
  logLine('warn', isLost ? 'database connection lost' : 'database refuses a query', { code });
}

/** A process's connections, each kind apart from the others. `replica`: null without one. */
export function openDatabases(
  { DATABASE_URL, DATABASE_REPLICA_URL, JOB_CONCURRENCY, NODE_ENV }: Config,
  { poolSize, tracer }: { poolSize: number; tracer: Tracer | null },
) {
  const shared = { connectionString: DATABASE_URL, onError: reportLostConnection };
  const pool = createPool({ ...shared, max: poolSize });
  // Jobs have their own connections, so that a flood of requests cannot starve them, nor they the requests.
  const jobPool = createPool({ ...shared, max: JOB_CONCURRENCY + 2, applicationName: 'evenkeel-jobs' });
  const options = { tracer, assertLockOrder: NODE_ENV !== 'production' };
  const db = createDb(pool, options);
  // Shared cached reads have their own connection. On the request pool they could deadlock: transactions that wait for
  // such a read may hold all of its connections.
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
