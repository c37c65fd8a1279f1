import { sql } from 'kysely';
import { after, type Clock, seconds } from '../clock.ts';
import type { Db } from './pool.ts';

/** Reads a list or a report. `wroteAt`: when whoever asks last wrote something; they are shown it. */
export type ReadList = <T>(wroteAt: Date | null, read: (db: Db) => Promise<T>) => Promise<T>;

/** A replica that is further behind shows nobody anything: what others did for them would be missing. */
const maxLagMs = seconds(30);
/** Clocks of two processes differ by less (`database-clock.ts`). */
const clocksDifferMs = seconds(1);

export type ListReader = { readList: ReadList; stop: () => void };

/**
 * Sends lists and reports to a replica that is known to hold what their reader wrote, and everything else, also what
 * the replica fails at, to the primary. How far the replica is, is measured: it has passed a place of the log that
 * the primary had written at a known time.
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
      // Once, not each second for as long as it is away.
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
      // It may be gone, or have cancelled the statement to go on replaying.
      onError(error);
      caughtUpTo = new Date(0);
      return read(primary);
    }
  };
  return { readList, stop: () => clearInterval(timer) };
}
