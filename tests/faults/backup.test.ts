import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { seed } from '#server/seed.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../scripts/postgres/embedded-postgres.ts';
import { type PaymentStatus, signUp } from './applicant.ts';
import { until } from './breakpoints.ts';
import { openFaultSite } from './fault-site.ts';
import { settledBooks } from './settle-books.ts';
import { aMinutePasses } from './time-passes.ts';

let folder: string;
let dataDir: string;
let backups: string;
let url: string;
let postgres: EmbeddedPostgres | undefined;

const program = path.resolve(import.meta.dirname, '../../scripts/backup.ts');
const backup = async (...options: string[]) =>
  (await promisify(execFile)(process.execPath, [program, ...options, '--backups', backups], { encoding: 'utf8' }))
    .stdout;

/** Starts PostgreSQL, at the same address each time. */
async function start(): Promise<string> {
  const port = postgres ? Number(new URL(postgres.url).port) : 0;
  postgres = await startEmbeddedPostgres({ dataDir, port, durable: true });
  return postgres.url;
}

async function stop(): Promise<void> {
  await postgres?.stop();
}

/** Crashes PostgreSQL: no checkpoint, and no further WAL is archived. */
async function crash(): Promise<void> {
  process.kill(Number.parseInt(readFileSync(path.join(dataDir, 'cluster/postmaster.pid'), 'utf8'), 10), 'SIGQUIT');
  await postgres?.lost;
  await stop();
}

async function query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: postgres?.url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

beforeEach(async () => {
  postgres = undefined;
  folder = mkdtempSync(path.join(os.tmpdir(), 'evenkeel-backup-'));
  chmodSync(folder, 0o755);
  [dataDir, backups] = [path.join(folder, 'postgres'), path.join(folder, 'backups')];
  url = await start();
  await backup('archive', '--database', url);
  await stop();
  await start();
}, 120_000);
afterEach(async () => {
  await stop();
  for (const one of [realpathSync(dataDir), folder]) rmSync(one, { recursive: true, force: true, maxRetries: 3 });
});

test('a backup taken while people pay restores a destroyed database to the last moment, and the books agree', {
  timeout: 240_000,
}, async () => {
  await migrate(url);
  await seed({ connectionString: url, demonstration: true });
  const site = await openFaultSite({ databaseUrl: url, apps: 1, workers: 1 });
  try {
    const faults: string[] = [];
    const journey = {
      nextApp: () => site.apps[0]?.url ?? '',
      deadline: Date.now() + 200_000,
      onFault: (fault: string) => faults.push(fault),
    };
    const told: PaymentStatus[] = [];
    const enough = new AbortController();
    const oneAfterAnother = async () => {
      while (!enough.signal.aborted) {
        told.push(await signUp(journey));
        // Concurrent sign-ups throughout; without pauses they would only starve the backup of CPU.
        await wait(500);
      }
    };
    const people = Promise.all([oneAfterAnother(), oneAfterAnother(), oneAfterAnother()]);
    people.catch(() => undefined);
    const somebodyElse = (when: string) => {
      const soFar = told.length;
      return until(async () => told.length > soFar, `No sign-up completed ${when}`, 60_000);
    };
    await somebodyElse('at all');
    expect(await backup('take', '--database', url)).toContain('Backup taken: ');
    await somebodyElse('after the backup');
    await crash();
    const wal = path.join(folder, 'lost-wal');
    cpSync(path.join(dataDir, 'cluster/pg_wal'), wal, { recursive: true });
    rmSync(path.join(realpathSync(dataDir), 'cluster'), { recursive: true });
    expect(await backup('restore', '--to', dataDir, '--last-wal', wal)).toContain('Restored from');
    await start();
    // Otherwise payments in progress at the crash would be reconciled only after a real minute.
    const clock = setInterval(() => void aMinutePasses(site.sql).catch(() => undefined), 300);
    onTestFinished(() => clearInterval(clock));
    await somebodyElse('after the database was lost');
    enough.abort();
    await people;
    expect(await settledBooks({ site, told })).toEqual([]);
    const said = site
      .output()
      .split('\n')
      .filter((line) => line.includes('request failed'));
    expect(faults, said.join('\n')).toEqual([]);
  } finally {
    await site.close();
  }
});

test('a backup restores to just before a mistake without repeating it, and never overwrites data', {
  timeout: 120_000,
}, async () => {
  await query('create table precious (id int)');
  await backup('take', '--database', url);
  await query('insert into precious values (1), (2)');
  const [before] = await query<{ moment: Date }>('select clock_timestamp() as moment');
  await query('drop table precious');
  await query('select pg_switch_wal()');
  await stop();
  renameSync(path.join(realpathSync(dataDir), 'cluster'), path.join(folder, 'mistaken'));
  const moment = before?.moment.toISOString() ?? '';
  await backup('restore', '--to', dataDir, '--until', moment);
  await start();
  expect(await query('select id from precious order by id')).toEqual([{ id: 1 }, { id: 2 }]);
  // An existing folder is never overwritten, and no backup is as old as the requested time.
  await expect(backup('restore', '--to', dataDir)).rejects.toMatchObject({
    stderr: expect.stringContaining('still exists'),
  });
  await expect(
    backup('restore', '--to', path.join(folder, 'other'), '--until', '2020-01-01T00:00:00Z'),
  ).rejects.toMatchObject({
    stderr: expect.stringContaining('No backup found'),
  });
  expect(readdirSync(backups).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
});
