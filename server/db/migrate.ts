import { setTimeout as wait } from 'node:timers/promises';
import { runMigrations } from 'graphile-worker';
import { type MigrationProvider, Migrator } from 'kysely/migration';
import { migrationProvider } from './migrations.ts';
import { createDb, createPool } from './pool.ts';

/**
 * Shorter than PostgreSQL waits before it looks for a deadlock (a second): a migration that meets one gives way itself,
 * and nobody who pays is thrown out. Nor does anybody stand longer behind one that waits for a table.
 */
const lockTimeoutMs = 300;
const retryForMs = 300_000;
/** Lock not available, deadlock detected: gone when it is tried again. */
const passing: ReadonlySet<unknown> = new Set(['55P03', '40P01']);

async function untilFree<Result>(work: () => Promise<Result>): Promise<Result> {
  const until = Date.now() + retryForMs;
  for (;;)
    try {
      return await work();
    } catch (error) {
      if (!passing.has((error as { code?: unknown }).code) || Date.now() > until) throw error;
      await wait(100 + Math.random() * 400);
    }
}

/** The next migration, in a transaction of its own; null when there is none. */
async function migrateOne(migrator: Migrator): Promise<string | null> {
  const { error, results } = await migrator.migrateUp();
  if (error) throw error instanceof Error ? error : new Error('The migration failed', { cause: error });
  return results?.[0]?.migrationName ?? null;
}

/**
 * Brings a database to this release, while people use it: our tables and the job queue's. Safe to run from several
 * processes at once (the migrator takes a lock) and a second time (nothing happens). What was applied stays when a
 * later migration fails.
 */
export async function migrate(
  connectionString: string,
  provider: MigrationProvider = migrationProvider,
): Promise<{ applied: string[] }> {
  const pool = createPool({ connectionString, max: 2, applicationName: 'evenkeel-migrate' });
  pool.on('connect', (client) => void client.query(`set lock_timeout = ${lockTimeoutMs}`).catch(() => undefined));
  const db = createDb(pool);
  const migrator = new Migrator({ db, provider });
  const applied: string[] = [];
  try {
    for (;;) {
      const name = await untilFree(() => migrateOne(migrator));
      if (name === null) break;
      applied.push(name);
    }
    await untilFree(() => runMigrations({ pgPool: pool }));
    return { applied };
  } finally {
    await db.destroy();
  }
}
