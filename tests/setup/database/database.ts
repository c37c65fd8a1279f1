import { inject, onTestFinished } from 'vitest';
import { createDatabaseFrom, type TestDatabase } from './test-cluster.ts';

export type { TestDatabase };

declare module 'vitest' {
  interface ProvidedContext {
    databaseAdminUrl: string;
  }
}

/** A fresh, migrated and seeded database. Call `drop` in `afterAll`; inside a test use `createTestDatabase` instead. */
export function openTestDatabase(): Promise<TestDatabase> {
  const adminUrl: string | undefined = inject('databaseAdminUrl');
  if (!adminUrl)
    throw new Error('This test file has no database: name it *.db.test.ts, or put it under tests/api or tests/faults.');
  return createDatabaseFrom({ adminUrl });
}

/** The same for one test, dropped when it ends. Returns its connection string. */
export async function createTestDatabase(): Promise<string> {
  const { url, drop } = await openTestDatabase();
  onTestFinished(drop);
  return url;
}
