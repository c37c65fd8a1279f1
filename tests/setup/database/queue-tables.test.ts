import { expect, test } from 'vitest';
import { installedVersion } from '../installed-version.ts';
import { knownGraphileWorker } from './queue-tables.ts';

test('graphile-worker is the version whose private tables the tests know', () => {
  expect(
    installedVersion('graphile-worker'),
    'Compare sql/ of the new release with the columns that users of queueTables name, then raise knownGraphileWorker',
  ).toBe(knownGraphileWorker);
});
