import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from './database.ts';

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
