import { issueMissingDocuments } from './checkout/issue-missing-documents.ts';
import { minutes, systemClock } from './clock.ts';
import { parseConfig } from './config.ts';
import { migrate } from './db/migrate.ts';
import { createDb, createPool } from './db/pool.ts';
import { sellersOf } from './documents/sellers.ts';
import { seed } from './seed.ts';

/**
 * Runs once per release, before its processes start: migrates tables and job queue, fills an empty catalogue, and
 * issues invoices and credit notes that earlier releases did not issue.
 */
async function run() {
  const { DATABASE_URL, sellers } = parseConfig(process.env);
  const { applied } = await migrate(DATABASE_URL);
  await seed({ connectionString: DATABASE_URL, demonstration: false });
  // A long timeout, because every order is checked.
  const pool = { max: 2, applicationName: 'evenkeel-migrate', statementTimeoutMs: minutes(10) };
  const db = createDb(createPool({ connectionString: DATABASE_URL, ...pool }));
  const issued = await issueMissingDocuments(
    { db, clock: systemClock, sellers: sellersOf(sellers) },
    { since: new Date(0) },
  );
  await db.destroy();
  console.info(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`);
  if (issued > 0) console.info(`Issued ${issued} invoices and credit notes that were missing.`);
}

run().catch((error: unknown) => {
  console.error(`The migration failed: ${error instanceof Error ? error.message : 'unknown error'}`);
  process.exit(1);
});
