import { sql } from 'kysely';
import type { Clock } from './clock.ts';
import type { Db } from './db/pool.ts';

/** Smaller differences are network latency, not a wrong clock. */
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
 * A clock shared by all processes: the database's, so that a machine's wrong clock does not matter. It follows the
 * machine's clock between readings, and keeps the last measured skew while the database is unreachable.
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
