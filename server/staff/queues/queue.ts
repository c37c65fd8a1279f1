import { type RawBuilder, sql } from 'kysely';
import type { QueueRow } from '#contract/api/staff-queues.ts';
import type { DbOrTrx } from '../../db/pool.ts';
import { maskedName } from '../masked-person.ts';

/** What every queue has of what waits: `since` orders it, and `key` among those of one moment. */
type Waiting = { since: Date; key: string; userId: string | null };
/** `who`: of somebody who has no account yet. */
type Found = Waiting & { firstName: string | null; lastName: string | null; who?: string | null };

/** `waiting`: a select of all that waits, by a condition that an index holds; it is read a page at a time. */
export type Queue<Row extends object = object> = {
  waiting: (at: Date) => RawBuilder<unknown>;
  cells: (row: Row & Waiting) => string[];
};

/** Any queue of the table, whatever its rows hold. */
export type AnyQueue = { waiting: (at: Date) => RawBuilder<unknown>; cells: (row: never) => string[] };

export const codeWords = (code: string) => code.toLowerCase().replaceAll('_', ' ');
export const instantWords = (at: Date) => at.toISOString().slice(0, 16).replace('T', ' ');

const rowsOfPage = 50;
const mostCounted = 999;

export type Position = { since: string; key: string };

/** One page, the longest wait first. Read as rows are needed: nothing is sorted that an index keeps in order. */
export async function pageOf(
  db: DbOrTrx,
  { waiting, cells }: AnyQueue,
  { at, after }: { at: Date; after: Position | null },
): Promise<{ rows: Omit<QueueRow, 'actions'>[]; next: Position | null }> {
  const later = after
    ? sql`where since >= ${after.since}::timestamptz and (since, key) > (${after.since}::timestamptz, ${after.key})`
    : sql``;
  const { rows } = await sql<Found>`
    select page.*, first_name, last_name from (
      select * from (${waiting(at)}) as waiting ${later} order by since, key limit ${rowsOfPage + 1}
    ) as page left join users on users.id = page.user_id order by since, key`.execute(db);
  const shown = rows.slice(0, rowsOfPage);
  const last = shown.at(-1);
  return {
    rows: shown.map((row) => ({
      key: row.key,
      userId: row.userId,
      name: nameOf(row),
      cells: cells(row as never),
    })),
    next: rows.length > rowsOfPage && last ? { since: last.since.toISOString(), key: last.key } : null,
  };
}

const nameOf = ({ userId, firstName, lastName, who }: Found): string =>
  userId === null ? (who ?? 'Nobody yet') : maskedName({ firstName: firstName ?? '', lastName: lastName ?? '' });

/** How many wait, up to where nobody counts any more. */
export async function countOf(db: DbOrTrx, { waiting }: AnyQueue, at: Date): Promise<{ count: number; more: boolean }> {
  const counted = sql<{ count: number }>`
    select count(*)::int as count from (select from (${waiting(at)}) as waiting limit ${mostCounted + 1}) as counted`;
  const { rows } = await counted.execute(db);
  const count = rows[0]?.count ?? 0;
  return { count: Math.min(count, mostCounted), more: count > mostCounted };
}
