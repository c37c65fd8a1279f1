import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '#server/db/pool.ts';

const waiting = sql`select pid from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

/** Resolves once exactly this number of statements in this database wait for a lock. */
export async function untilLockIsWaitedFor(db: Db, statements: number): Promise<void> {
  await expect.poll(async () => (await waiting.execute(db)).rows).toHaveLength(statements);
}

export const untilOneWaitsForLock = (db: Db): Promise<void> => untilLockIsWaitedFor(db, 1);
