import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrate } from '#server/db/migrate.ts';
import { seed } from '#server/seed.ts';
import { startEmbeddedPostgres } from '../../../scripts/postgres/embedded-postgres.ts';
import { resetFunctions } from './reset-functions.ts';

const template = 'evenkeel_template';

export type TestCluster = {
  /** Connection string of the maintenance database, for `createDatabaseFrom`. */
  adminUrl: string;
  stop: () => Promise<void>;
};

/**
 * A PostgreSQL for one test run, with a migrated and seeded template database to copy. `durable`: with fsync, as in
 * production.
 */
export async function startTestCluster({ durable = false } = {}): Promise<TestCluster> {
  const folder = mkdtempSync(path.join(durable ? os.tmpdir() : createDataFolder(), 'evenkeel-test-'));
  // As root the server runs under another account, which needs access to the folder.
  chmodSync(folder, 0o755);
  const dataDir = path.join(folder, 'postgres');
  const postgres = await startEmbeddedPostgres({ dataDir, port: 0, durable });
  const stop = async () => {
    await postgres.stop();
    for (const one of [realpathSync(dataDir), folder]) rmSync(one, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    await runAsAdmin(postgres.url, `create database ${template}`);
    await migrate(withDatabase(postgres.url, template));
    await seed({ connectionString: withDatabase(postgres.url, template), demonstration: true });
    await runOnce(withDatabase(postgres.url, template), resetFunctions);
  } catch (error) {
    await stop();
    throw error;
  }
  return { adminUrl: postgres.url, stop };
}

const memoryFolder = '/dev/shm';
const roomNeeded = 4 * 1024 ** 3;

/** In memory if possible: hundreds of databases with hundreds of files each take twice as long on disk. */
function createDataFolder(): string {
  if (!existsSync(memoryFolder)) return os.tmpdir();
  const { bavail, bsize } = statfsSync(memoryFolder);
  return bavail * bsize >= roomNeeded ? memoryFolder : os.tmpdir();
}

let counter = 0;

export type TestDatabase = { url: string; drop: () => Promise<void> };

/** A fresh database with the catalogue, in about 50 ms. `drop` terminates remaining connections. */
export async function createDatabaseFrom({ adminUrl }: { adminUrl: string }): Promise<TestDatabase> {
  counter += 1;
  const name = `test_${process.pid}_${counter}_${Date.now().toString(36)}`;
  await runAsAdmin(adminUrl, `create database ${name} template ${template} strategy file_copy`);
  return {
    url: withDatabase(adminUrl, name),
    drop: () => runAsAdmin(adminUrl, `drop database if exists ${name} with (force)`),
  };
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

const admins = new Map<string, pg.Pool>();

/** Connecting costs as much as copying a database, so each process keeps its connection, unreferenced. */
function adminOf(connectionString: string): pg.Pool {
  const admin = admins.get(connectionString);
  if (admin) return admin;
  const pool = new pg.Pool({ connectionString, max: 2, idleTimeoutMillis: 0, allowExitOnIdle: true });
  pool.on('error', () => {});
  admins.set(connectionString, pool);
  return pool;
}

async function runOnce(connectionString: string, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(statements).finally(() => client.end());
}

async function runAsAdmin(url: string, statement: string): Promise<void> {
  await adminOf(url).query(statement);
}
