import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { databaseProblem } from '#server/db/usable-database.ts';
import { unprivilegedAccount } from '#server/db/embedded/unprivileged-account.ts';
import { seed } from '#server/seed.ts';
import { freePort } from '../setup/free-port.ts';

const programs = '/usr/lib/postgresql/15/bin';

/** Debian's PostgreSQL 15, empty, and the URL of its administrator. */
async function startPostgres15(): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'evenkeel-pg15-'));
  chmodSync(folder, 0o777);
  const account = unprivilegedAccount() ?? {};
  const port = await freePort();
  const run = (program: string, ...options: string[]) =>
    spawnSync(path.join(programs, program), ['-D', path.join(folder, 'cluster'), ...options], {
      ...account,
      cwd: folder,
      stdio: 'ignore',
      timeout: 60_000,
    });
  run('initdb', '-A', 'trust', '-U', 'postgres');
  run('pg_ctl', '-w', '-o', `-p ${port} -c unix_socket_directories=${folder} -c fsync=off`, 'start');
  onTestFinished(() => {
    run('pg_ctl', '-m', 'immediate', 'stop');
    rmSync(folder, { recursive: true, force: true });
  });
  return `postgres://postgres@127.0.0.1:${port}/postgres`;
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

test.skipIf(!existsSync(programs))(
  'O5: PostgreSQL 15 is set up, with UUIDs that sort by time; a role without rights is refused before anything is written (needs PostgreSQL 15)',
  { timeout: 120_000 },
  async () => {
    const url = await startPostgres15();
    await query(url, 'create role guest login');
    await query(url, 'create database evenkeel');
    const ours = url.replace(/postgres$/, 'evenkeel');
    const guest = ours.replace('postgres@', 'guest@');
    await expect(migrate(guest)).rejects.toThrow(/cannot create tables: .+ Nothing was written/);
    expect(await query(ours, `select relname from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([]);
    await migrate(ours);
    await seed({ connectionString: ours, demonstration: true });
    const made = await query<{ id: string; at: number }>(
      ours,
      `select id, ('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint::float8 as at from
        (select uuidv7() as id from generate_series(1, 100)) as made`,
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(100);
    for (const { id, at } of made) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(Math.abs(at - Date.now())).toBeLessThan(60_000);
    }
  },
);

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
