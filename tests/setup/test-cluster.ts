import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { migrate } from '#server/db/migrate.ts';
import { seed } from '#server/seed.ts';

const template = 'evenkeel_template';

export type TestCluster = {
  /** Of the maintenance database: hand it to `createDatabaseFrom`. */
  adminUrl: string;
  stop: () => Promise<void>;
};

/**
 * One PostgreSQL for a test run, in a folder of its own, with a migrated and seeded template that databases are copied
 * from.
 * `durable`: commits reach the disk, as where it counts.
 */
export async function startTestCluster({ durable = false } = {}): Promise<TestCluster> {
  const folder = mkdtempSync(path.join(durable ? os.tmpdir() : quickFolder(), 'evenkeel-test-'));
  // As root the server runs under an account of its own, which must be able to pass through.
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
  } catch (error) {
    await stop();
    throw error;
  }
  return { adminUrl: postgres.url, stop };
}

const memoryFolder = '/dev/shm';
const roomNeeded = 4 * 1024 ** 3;

/**
 * Hundreds of databases come and go, each of hundreds of files: a disk's file system takes twice as long over them as
 * memory.
 */
function quickFolder(): string {
  if (!existsSync(memoryFolder)) return os.tmpdir();
  const { bavail, bsize } = statfsSync(memoryFolder);
  return bavail * bsize >= roomNeeded ? memoryFolder : os.tmpdir();
}

let counter = 0;

export type TestDatabase = { url: string; drop: () => Promise<void> };

/** A fresh database with the catalogue in it, in about 50 ms. `drop` closes whatever is still connected. */
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

/**
 * To connect costs as much as to copy a database: each process keeps its connection. It does not keep the process, nor
 * outlive the server.
 */
function adminOf(connectionString: string): pg.Pool {
  const known = admins.get(connectionString);
  if (known) return known;
  const pool = new pg.Pool({ connectionString, max: 2, idleTimeoutMillis: 0, allowExitOnIdle: true });
  pool.on('error', () => {});
  admins.set(connectionString, pool);
  return pool;
}

async function runAsAdmin(url: string, statement: string): Promise<void> {
  await adminOf(url).query(statement);
}
