import { setTimeout as wait } from 'node:timers/promises';
import { runMigrations } from 'graphile-worker';
import { type MigrationProvider, Migrator } from 'kysely/migration';
import { aloneOnDatabase, buildIndexes } from './build-indexes.ts';
import { type IndexedMigration, migrationProvider } from './migrations.ts';
import { createDb, createPool } from './pool.ts';
import { databaseProblem, uuidv7Before18 } from './usable-database.ts';

/**
 * Shorter than PostgreSQL's deadlock timeout (a second): in a deadlock the migration is cancelled, not a payer's
 * transaction. Others wait no longer than this behind a migration that waits for a table.
 */
const lockTimeoutMs = 300;
const retryForMs = 300_000;
/** Lock not available, deadlock detected: temporary errors, which are retried. */
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

/** A database in which this release cannot be set up; nothing was written. */
export class DatabaseUnfit extends Error {
  override readonly name = 'DatabaseUnfit';
}

/** Runs the next migration in its own transaction. */
async function migrateOne(migrator: Migrator): Promise<void> {
  const { error } = await migrator.migrateUp();
  if (error) throw error instanceof Error ? error : new Error('The migration failed', { cause: error });
}

/**
 * Migrates a database to this release while it is in use: our tables and the job queue's. Safe to run in several
 * processes at once (they take turns) and repeatedly. Applied migrations stay if a later one fails.
 */
export async function migrate(
  connectionString: string,
  provider: MigrationProvider = migrationProvider,
): Promise<{ applied: string[] }> {
  const pool = createPool({ connectionString, max: 2, applicationName: 'evenkeel-migrate' });
  pool.on('connect', (client) => void client.query(`set lock_timeout = ${lockTimeoutMs}`).catch(() => undefined));
  const db = createDb(pool);
  const migrator = new Migrator({ db, provider });
  try {
    return await aloneOnDatabase(connectionString, async (client) => {
      const problem = await databaseProblem(client);
      if (problem !== null) throw new DatabaseUnfit(problem);
      await client.query(uuidv7Before18);
      const pending = (await migrator.getMigrations()).filter(({ executedAt }) => executedAt === undefined);
      for (const { migration } of pending) {
        await buildIndexes(client, (migration as IndexedMigration).indexes ?? {});
        await untilFree(() => migrateOne(migrator));
      }
      await untilFree(() => runMigrations({ pgPool: pool }));
      return { applied: pending.map(({ name }) => name) };
    });
  } finally {
    await db.destroy();
  }
}
