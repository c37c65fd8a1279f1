import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db, Trx } from '#server/db/pool.ts';

const waiting = sql`select pid from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

/** Resolves once exactly this number of statements in this database wait for a lock. */
export async function untilLockIsWaitedFor(db: Db, statements: number): Promise<void> {
  await expect.poll(async () => (await waiting.execute(db)).rows).toHaveLength(statements);
}

export const untilOneWaitsForLock = (db: Db): Promise<void> => untilLockIsWaitedFor(db, 1);

/** Stores something while a call by `send` waits to read a table: after its first reads, before its later ones. */
export async function storeMeanwhile<Answer>(
  db: Db,
  { table, send, store }: { table: string; send: () => Promise<Answer>; store: (trx: Trx) => Promise<unknown> },
): Promise<Answer> {
  const { answer } = await db.transaction().execute(async (trx) => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx);
    const sent = send();
    await untilOneWaitsForLock(db);
    await store(trx);
    // Not the promise itself, which the transaction would await with the table locked.
    return { answer: sent };
  });
  return answer;
}
