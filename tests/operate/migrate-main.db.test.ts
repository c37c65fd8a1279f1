import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { migrationProvider } from '#server/db/migrations.ts';
import { createTestDatabase } from '../setup/database/database.ts';

const program = join(import.meta.dirname, '../../dist/migrate-main.mjs');
const run = (databaseUrl: string) =>
  promisify(execFile)('node', [program], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATABASE_URL: databaseUrl,
      APP_SECRET: 'a secret of this test, long enough',
    },
  });

it('the migration command needs only the environment, and reports an up-to-date database', async () => {
  const { stdout } = await run(await createTestDatabase());
  expect(stdout).toContain('The database is up to date.');
});

it('a migration that cannot reach its database fails loudly', async () => {
  await expect(run('postgres://nobody@127.0.0.1:3849/none')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The migration failed'),
  });
});

it('REL1: a migration yields to payments: nobody waits long or is disconnected, and it completes', async () => {
  const connectionString = await createTestDatabase();
  const [payer, other] = [new pg.Client({ connectionString }), new pg.Client({ connectionString })];
  await Promise.all([payer.connect(), other.connect()]);
  onTestFinished(async () => void (await Promise.all([payer.end(), other.end()])));
  const up: Migration['up'] = async (db) => {
    await sql`alter table families add column more int`.execute(db);
    await sql`alter table users add column more int`.execute(db);
  };
  const released = await migrationProvider.getMigrations();
  const provider = { getMigrations: () => Promise.resolve({ ...released, '9001-of-two-tables': { up } }) };
  await payer.query('begin');
  await payer.query('lock table users in row exclusive mode');
  const migrating = migrate(connectionString, provider);
  // The migration has locked families and waits for users.
  await wait(700);
  await other.query('set statement_timeout = 900');
  for (let turn = 0; turn < 5; turn += 1) await other.query('update users set updated_at = updated_at where false');
  // The payer locks them in the opposite order, a deadlock: one of the two has to yield.
  await payer.query('lock table families in row exclusive mode');
  await payer.query('commit');
  expect(await migrating).toEqual({ applied: ['9001-of-two-tables'] });
});

it('an index is built while people write to its table, rebuilt after an interrupted try, by one of two processes', async () => {
  const connectionString = await createTestDatabase();
  const payer = new pg.Client({ connectionString });
  await payer.connect();
  onTestFinished(() => payer.end());
  // What an interrupted build leaves behind: an invalid index.
  await payer.query('create index users_more on users (created_at)');
  await payer.query(`update pg_index set indisvalid = false where indexrelid = 'users_more'::regclass`);
  const released = await migrationProvider.getMigrations();
  const indexed = { indexes: { users_more: 'users (updated_at)' }, up: () => Promise.resolve() };
  const provider = { getMigrations: () => Promise.resolve({ ...released, '9001-of-an-index': indexed }) };
  await payer.query('begin');
  await payer.query('update users set updated_at = updated_at where false');
  const migrating = Promise.all([migrate(connectionString, provider), migrate(connectionString, provider)]);
  await wait(700);
  // The build waits for this transaction, which can still write.
  await payer.query('update users set updated_at = updated_at where false');
  await payer.query('commit');
  const applied = (await migrating).flatMap((one) => one.applied);
  expect(applied).toEqual(['9001-of-an-index']);
  const { rows } = await payer.query(
    `select pg_get_indexdef(indexrelid) as definition, indisvalid from pg_index where indexrelid = 'users_more'::regclass`,
  );
  expect(rows).toEqual([
    { definition: 'CREATE INDEX users_more ON public.users USING btree (updated_at)', indisvalid: true },
  ]);
});
