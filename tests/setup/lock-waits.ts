import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '#server/db/pool.ts';

const waiting = sql`select pid from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

/** Ends once exactly one statement of this database waits for a lock. */
export async function untilOneWaitsForLock(db: Db): Promise<void> {
  await expect.poll(async () => (await waiting.execute(db)).rows).toHaveLength(1);
}
