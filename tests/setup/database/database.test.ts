import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from './database.ts';
import { takeDatabase } from './reused-databases.ts';

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

test('a test database is PostgreSQL 18, migrated, with the catalogue in it', async () => {
  const url = await createTestDatabase();
  const [row] = await query<{ version: string; packages: number; queue: string | null }>(
    url,
    `select current_setting('server_version') as version, (select count(*)::int from packages) as packages,
            to_regclass('graphile_worker.jobs')::text as queue`,
  );
  expect(row?.version).toMatch(/^18\./);
  expect(row?.packages).toBeGreaterThan(0);
  expect(row?.queue).not.toBeNull();
});

test('databases of tests share no rows', async () => {
  const first = await createTestDatabase();
  await query(first, 'create table only_here (id int)');
  const second = await createTestDatabase();
  const [row] = await query<{ found: string | null }>(second, "select to_regclass('only_here')::text as found");
  expect(row?.found).toBeNull();
});

test('a test database accepts no connection without its password', async () => {
  const guess = new URL(await createTestDatabase());
  guess.password = 'evenkeel';
  await expect(query(guess.href, 'select 1')).rejects.toThrow('password authentication failed');
});

test('names sort and fold by Unicode on every machine alike', async () => {
  const [row] = await query<{ lower: string }>(await createTestDatabase(), "select lower('ÞÓRSSON') as lower");
  expect(row?.lower).toBe('þórsson');
});

/** What a database holds that tests change: rows that they write, rows of the seed, and the next numbers. */
const contents = `select (select count(*)::int from job_workers) as written,
  (select md5(string_agg(p::text, ';' order by p::text)) from packages p) as seeded,
  (select string_agg(sequencename || coalesce(last_value::text, ''), ';' order by sequencename) from pg_sequences) as next`;

/** Of these tests alone: the databases of others end at some time. */
const finished: Parameters<typeof takeDatabase>[0] = [];

/** Changes a database, as a test would, and releases it. Returns its address. */
async function use(change: string): Promise<string> {
  const database = await takeDatabase(finished);
  const { url } = database;
  const settings = {
    DATABASE_URL: url,
    DATABASE_REPLICA_URL: undefined,
    JOB_CONCURRENCY: 1,
    NODE_ENV: 'test' as const,
  };
  const { pool } = database.open(settings, { poolSize: 2, tracer: null });
  await pool.query(change);
  await database.release();
  return url;
}

test('a database that is used again holds what the seed put there, and nothing else', async () => {
  const url = await use('select 1');
  const before = await query(url, contents);
  expect(
    await use(
      "insert into job_workers values ('one', now()); select nextval('outbound_event_positions'); delete from packages",
    ),
  ).toBe(url);
  expect(await use('update packages set position = position + 1')).toBe(url);
  expect(await query(url, contents)).toEqual(before);
});

test('a database whose schema a test changed is not used again', async () => {
  const changed = await use('create table only_here (id int)');
  expect(await use('select 1')).not.toBe(changed);
  const dropped = await use('drop table invite_stops');
  expect(await use('select 1')).not.toBe(dropped);
});
