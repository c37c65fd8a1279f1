import { sql } from 'kysely';
import type { Clock } from './clock.ts';
import type { Db } from './db/pool.ts';

/** Smaller differences are the way to the database and back, not a wrong clock. */
const toleratedMs = 500;

export type DatabaseClock = Clock & { stop: () => void };

type Options = {
  db: Db;
  everyMs: number;
  onError: (error: unknown) => void;
  /** The machine's own clock, in milliseconds. */
  machine?: () => number;
};

/**
 * One clock for every process: the database's, however wrong a machine's own may be. Between two readings the machine
 * counts on by itself; without a database it keeps the last.
 */
export async function databaseClock({ db, everyMs, onError, machine = Date.now }: Options): Promise<DatabaseClock> {
  let skewMs = 0;
  const refresh = async () => {
    const requestedAt = machine();
    const { epochMs } = await db
      .selectNoFrom(sql<number>`(extract(epoch from clock_timestamp()) * 1000)::float8`.as('epochMs'))
      .executeTakeFirstOrThrow();
    const measured = epochMs - (requestedAt + machine()) / 2;
    if (Math.abs(measured - skewMs) > toleratedMs) skewMs = measured;
  };
  await refresh().catch(onError);
  const timer = setInterval(() => refresh().catch(onError), everyMs);
  timer.unref();
  return { now: () => new Date(machine() + skewMs), stop: () => clearInterval(timer) };
}
