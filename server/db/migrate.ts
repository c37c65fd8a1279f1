import { runMigrations } from 'graphile-worker';
import { Migrator } from 'kysely/migration';
import { migrationProvider } from './migrations.ts';
import { createDb, createPool } from './pool.ts';

/**
 * Brings a database to this release: our tables and the job queue's. Safe to run from several processes at once
 * (the migrator takes a lock) and a second time (nothing happens).
 */
export async function migrate(connectionString: string): Promise<{ applied: string[] }> {
  const pool = createPool({ connectionString, max: 2, applicationName: 'evenkeel-migrate' });
  const db = createDb(pool);
  try {
    const { error, results } = await new Migrator({ db, provider: migrationProvider }).migrateToLatest();
    if (error) throw error instanceof Error ? error : new Error('The migration failed', { cause: error });
    await runMigrations({ pgPool: pool });
    return {
      applied: (results ?? []).filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName),
    };
  } finally {
    await db.destroy();
  }
}
