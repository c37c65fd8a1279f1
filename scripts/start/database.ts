import { mkdirSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { migrate } from '#server/db/migrate.ts';
import { createPool } from '#server/db/pool.ts';
import { databaseProblem } from '#server/db/usable-database.ts';
import { seed } from '#server/seed.ts';
import { DatabaseUnavailable, embeddedDatabaseUrl, startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { StartProblem } from './start-problem.ts';

export type StartedDatabase = { url: string; lost: Promise<string>; stop: () => Promise<void> };

type DatabaseOptions = {
  dataDir: string;
  /** Null uses `externalUrl`. */
  embeddedPort: number | null;
  externalUrl: string | undefined;
  /** Whether to add demonstration codes; never where real money is taken. */
  demonstration: boolean;
};

const neverEnds = new Promise<never>(() => {});
const databaseName = 'evenkeel';

const folderOf = (dataDir: string) => path.join(dataDir, 'postgres');

/** URL of the database that `npm start` keeps in this folder. Throws if it was never started. */
export const runningDatabaseUrl = ({ dataDir, port }: { dataDir: string; port: number }): string =>
  embeddedDatabaseUrl({ dataDir: folderOf(dataDir), port, database: databaseName });

export type StartDatabase = typeof startDatabase;

/**
 * Starts the embedded PostgreSQL, or uses the one of DATABASE_URL; migrates it and fills the catalogue. Throws
 * StartProblem.
 */
export async function startDatabase(options: DatabaseOptions): Promise<StartedDatabase> {
  const { dataDir, embeddedPort, externalUrl, demonstration } = options;
  const database =
    embeddedPort === null ? external(externalUrl ?? '') : await embedded({ dataDir, port: embeddedPort });
  try {
    await migrate(database.url);
    await seed({ connectionString: database.url, demonstration });
    return database;
  } catch (error) {
    await database.stop();
    throw new StartProblem(
      `The database could not be migrated: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  }
}

async function embedded({ dataDir, port }: { dataDir: string; port: number }): Promise<StartedDatabase> {
  try {
    mkdirSync(dataDir, { recursive: true });
    const postgres = await startEmbeddedPostgres({ dataDir: folderOf(dataDir), port, durable: true });
    await createOnce(postgres.url);
    return { url: runningDatabaseUrl({ dataDir, port }), lost: postgres.lost, stop: postgres.stop };
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw new StartProblem(error.message, { cause: error });
    throw error;
  }
}

async function createOnce(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [databaseName]);
    if (rowCount === 0) await client.query(`create database ${databaseName}`);
  } finally {
    await client.end();
  }
}

function external(url: string): StartedDatabase {
  return { url, lost: neverEnds, stop: () => Promise.resolve() };
}

/** Checked before anything is built, so that a wrong URL fails within a second, in one line. Throws StartProblem. */
export async function checkReachable(url: string): Promise<void> {
  const pool = createPool({ connectionString: url, max: 1 });
  try {
    const problem = await databaseProblem(pool);
    if (problem !== null) throw new StartProblem(`The database in DATABASE_URL cannot be used: ${problem}`);
  } catch (error) {
    if (error instanceof StartProblem) throw error;
    // pg's message may contain the address, but never the password.
    const why =
      error instanceof AggregateError
        ? error.errors.map(String).join('; ')
        : error instanceof Error
          ? error.message
          : String(error);
    throw new StartProblem(`The database in DATABASE_URL refused the connection: ${why}`, { cause: error });
  } finally {
    await pool.end();
  }
}
