import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { databaseProblem } from '#server/db/usable-database.ts';
import { createTestDatabase } from '../setup/database/database.ts';

async function query<Row extends pg.QueryResultRow>(connectionString: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

test('O5: the tests run on the version that their section names', async () => {
  const [row] = await query<{ version: string }>(await createTestDatabase(), `show server_version_num`);
  expect(Object.values(row ?? {})[0]?.slice(0, 2)).toBe(process.env['TEST_POSTGRES'] ?? '18');
});

test('O5: on every version ids sort by time', async () => {
  const made = await query<{ id: string; at: number }>(
    await createTestDatabase(),
    `select id, ('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint::float8 as at from
      (select uuidv7() as id from generate_series(1, 100)) as made`,
  );
  expect(new Set(made.map(({ id }) => id)).size).toBe(100);
  for (const { id, at } of made) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Math.abs(at - Date.now())).toBeLessThan(60_000);
  }
});

test('O5: a role without rights is refused before anything is written', async () => {
  const url = await createTestDatabase();
  const name = `guest_${process.pid}`;
  await query(url, `drop schema public cascade; create schema public`);
  await query(url, `create role ${name} login password 'guest'`);
  onTestFinished(async () => void (await query(url, `drop role ${name}`)));
  const guest = Object.assign(new URL(url), { username: name, password: 'guest' }).href;
  await expect(migrate(guest)).rejects.toThrow(/cannot create tables: .+ Nothing was written/);
  expect(await query(url, `select relname from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([]);
});

test.each([
  [{ version: 14, name: '14.11' }, 'PostgreSQL 15 to 18 is required; found 14.11. Nothing was written.'],
  [{ version: 19, name: '19beta1' }, 'PostgreSQL 15 to 18 is required; found 19beta1. Nothing was written.'],
  [{ readOnly: true, mayCreate: false }, /^it is read-only; the role in DATABASE_URL cannot create tables/],
  [{ notOurs: 'users' }, /does not own the table users/],
  [{}, null],
])('O5: a database with %j is rejected with all that is wrong', async (facts, said) => {
  const row = { version: 18, name: '18.1', readOnly: false, mayCreate: true, notOurs: null, ...facts };
  const problem = await databaseProblem({ query: async () => ({ rows: [row] }) } as never);
  if (said instanceof RegExp) expect(problem).toMatch(said);
  else expect(problem).toBe(said);
});
