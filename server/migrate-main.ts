import { parseConfig } from './config.ts';
import { migrate } from './db/migrate.ts';
import { seed } from './seed.ts';

/** Runs once per release, before its processes start: migrates tables and job queue, and fills an empty catalogue. */
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
