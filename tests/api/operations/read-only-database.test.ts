import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { parentOf, send } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';

test('REL3: a read-only database is not ready; once writable again all connections work without a restart', async () => {
  const { app, dependencies, databaseUrl } = await openSite();
  const admin = new pg.Client({ connectionString: databaseUrl });
  await admin.connect();
  onTestFinished(() => admin.end());
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(dependencies.db);
  const signUp = () =>
    send(app, {
      method: 'POST',
      path: '/v2/registrations',
      body: { parent: parentOf('marta@example.com'), knowsCoParentEmail: true, referral: { selection: 'SEARCH' } },
    });
  const ready = async () => (await app.inject('/readyz')).json<{ status: string }>().status;
  // As many concurrent requests as there are connections.
  const allReady = async () => [...new Set(await Promise.all(Array.from({ length: 8 }, ready)))];
  expect(await allReady()).toEqual(['ready']);

  await admin.query(`alter database "${rows[0]?.name}" set default_transaction_read_only = on`);
  await admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await expect.poll(allReady, { timeout: 5_000 }).toEqual(['database refuses writes']);
  expect((await app.inject('/readyz')).statusCode).toBe(503);
  expect((await signUp()).status).toBe(503);
  expect(await allReady()).toEqual(['database refuses writes']);

  await admin.query('set default_transaction_read_only = off');
  await admin.query(`alter database "${rows[0]?.name}" reset default_transaction_read_only`);
  expect(await allReady()).toEqual(['ready']);
  expect((await signUp()).status).toBe(201);
});
