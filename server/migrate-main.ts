import { parseConfig } from './config.ts';
import { migrate } from './db/migrate.ts';
import { seed } from './seed.ts';

/**
 * One run for each release, before its processes start: tables and job queue come up to date, an empty catalogue is
 * filled.
 */
async function run() {
  const { DATABASE_URL } = parseConfig(process.env);
  const { applied } = await migrate(DATABASE_URL);
  await seed({ connectionString: DATABASE_URL, demonstration: false });
  console.info(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`);
}

run().catch((error: unknown) => {
  console.error(`The migration failed: ${error instanceof Error ? error.message : 'unknown error'}`);
  process.exit(1);
});
