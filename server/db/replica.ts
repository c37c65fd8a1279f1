import { sql } from 'kysely';
import { after, type Clock, seconds } from '../clock.ts';
import type { Db } from './pool.ts';

/** Reads a list or a report. `wroteAt`: when the caller last wrote something, which the result must contain. */
export type ReadList = <T>(wroteAt: Date | null, read: (db: Db) => Promise<T>) => Promise<T>;

/** A replica that lags further is not used, because other people's recent changes would be missing. */
const maxLagMs = seconds(30);
/** An upper bound for the difference between the clocks of two processes (`database-clock.ts`). */
const clocksDifferMs = seconds(1);

export type ListReader = { readList: ReadList; stop: () => void };

/**
 * Reads lists and reports from a replica once it has the reader's own writes; otherwise, and if the replica fails, from
 * the primary. Progress is measured: the replica has replayed a log position that the primary had reached at a known
 * time.
 */
export function listReader(options: {
  primary: Db;
  replica: Db;
  clock: Clock;
  everyMs: number;
  onError: (error: unknown) => void;
}): ListReader {
  const { primary, replica, clock, everyMs, onError } = options;
  let caughtUpTo = new Date(0);
  let mark: { at: Date; place: string } | null = null;

  const measure = async () => {
    if (mark) {
      const { rows } = await sql<{ passed: boolean }>`
        select not pg_is_in_recovery() or pg_last_wal_replay_lsn() >= ${mark.place}::pg_lsn as passed`.execute(replica);
      if (!rows[0]?.passed) return;
      caughtUpTo = mark.at;
    }
    const at = clock.now();
    const { rows } = await sql<{ place: string }>`select pg_current_wal_insert_lsn()::text as place`.execute(primary);
    mark = rows[0] ? { at, place: rows[0].place } : null;
  };
  let measuring = false;
  let isLost = false;
  const timer = setInterval(async () => {
    if (measuring) return;
    measuring = true;
    try {
      await measure();
      isLost = false;
    } catch (error) {
      // Reported once, not every second while the replica is away.
      if (!isLost) onError(error);
      isLost = true;
    }
    measuring = false;
  }, everyMs);
  timer.unref();

  const readList: ReadList = async (wroteAt, read) => {
    const isBehind = caughtUpTo < after(clock.now(), -maxLagMs);
    if (isBehind || (wroteAt !== null && after(wroteAt, clocksDifferMs) > caughtUpTo)) return read(primary);
    try {
      return await read(replica);
    } catch (error) {
      // The replica may be gone, or may have cancelled the statement to continue replaying.
      onError(error);
      caughtUpTo = new Date(0);
      return read(primary);
    }
  };
  return { readList, stop: () => clearInterval(timer) };
}
