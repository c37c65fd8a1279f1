import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../setup/database.ts';

const program = join(import.meta.dirname, '../../server/migrate-main.ts');
const run = (databaseUrl: string) =>
  promisify(execFile)('node', [program], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATABASE_URL: databaseUrl,
      APP_SECRET: 'a secret of this test, long enough',
    },
  });

it('the command of a release starts from the environment alone, and leaves a database that is up to date as it is', async () => {
  const { stdout } = await run(await createTestDatabase());
  expect(stdout).toContain('The database is up to date.');
});

it('a migration that cannot reach its database fails loudly', async () => {
  await expect(run('postgres://nobody@127.0.0.1:3849/none')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The migration failed'),
  });
});
