import type { Migration, MigrationProvider } from 'kysely/migration';
import * as people from './migrations/0001-people.ts';
import * as access from './migrations/0002-access.ts';
import * as catalogue from './migrations/0003-catalogue.ts';
import * as signUpsAndInvites from './migrations/0004-sign-ups-and-invites.ts';
import * as payments from './migrations/0005-payments.ts';
import * as documents from './migrations/0006-documents.ts';
import * as subscriptions from './migrations/0007-subscriptions.ts';
import * as recordsByMonth from './migrations/0008-records-by-month.ts';
import * as staff from './migrations/0009-staff.ts';
import * as eventsAndRunning from './migrations/0010-events-and-running.ts';

/**
 * `indexes`: by name, the definition after `on`. They are built before `up`, outside a transaction and without blocking
 * writes. Indexes of large tables belong here.
 */
export type IndexedMigration = Migration & { indexes?: Readonly<Record<string, string>> };

/** Run in order of name. A released migration is never edited: add the next one. */
const migrations: Record<string, IndexedMigration> = {
  '0001-people': people,
  '0002-access': access,
  '0003-catalogue': catalogue,
  '0004-sign-ups-and-invites': signUpsAndInvites,
  '0005-payments': payments,
  '0006-documents': documents,
  '0007-subscriptions': subscriptions,
  '0008-records-by-month': recordsByMonth,
  '0009-staff': staff,
  '0010-events-and-running': eventsAndRunning,
};

export const migrationProvider: MigrationProvider = {
  getMigrations: () => Promise.resolve(migrations),
};

/** Names of all migrations of this release, in their order. */
export const migrationNames: readonly string[] = Object.keys(migrations);
