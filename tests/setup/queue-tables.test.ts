import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { knownGraphileWorker } from './queue-tables.ts';

test('graphile-worker is the release whose private tables the tests know', () => {
  const { version } = createRequire(import.meta.url)('graphile-worker/package.json') as { version: string };
  expect(
    version,
    'Compare sql/ of the new release with the columns that users of queueTables name, then raise knownGraphileWorker',
  ).toBe(knownGraphileWorker);
});
