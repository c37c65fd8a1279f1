import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '#tests/setup/database/database.ts';

const root = path.resolve(import.meta.dirname, '../..');

test('O4: an import into a half-migrated database is refused in words, before it reads a row', async () => {
  const url = await createTestDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('delete from kysely_migration where name = (select max(name) from kysely_migration)');
  await client.end();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'import-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'people.csv');
  writeFileSync(file, 'not a column\nnot a row\n');
  const { stderr, code }: { stderr: string; code?: number } = await promisify(execFile)(
    process.execPath,
    ['scripts/import.ts', '--people', file],
    {
      cwd: root,
      env: { PATH: process.env['PATH'], DATABASE_URL: url },
    },
  ).catch((error: { stderr: string; code?: number }) => error);
  expect(stderr).toContain(
    'The import stopped: the database is behind this release. Start the site, or run migrate-main',
  );
  expect(code).toBe(2);
});
