import { type RawBuilder, sql } from 'kysely';
import type { QueueRow } from '#contract/api/staff/staff-queues.ts';
import { timeIn } from '#contract/fields/day.ts';
import type { DbOrTrx } from '../../db/pool.ts';
import { maskedName } from '../masked-person.ts';

/** The columns of every queue: ordered by `since`, then `key`. */
type WaitingRow = { since: Date; key: string; userId: string | null };
/** `who`: the name of a person without an account. */
type PersonRow = WaitingRow & { firstName: string | null; lastName: string | null; who?: string | null };

/** `waiting`: a query of all waiting rows, backed by a partial index; read page by page. */
export type Queue<Row extends object = object> = {
  waiting: (at: Date) => RawBuilder<unknown>;
  cells: (row: Row & WaitingRow) => string[];
};

/** A queue with its row type erased. */
export type AnyQueue = { waiting: (at: Date) => RawBuilder<unknown>; cells: (row: never) => string[] };

export const instantText = (at: Date) => timeIn(at, 'UTC');

const rowsOfPage = 50;
const maxCounted = 999;

export type Position = { since: string; key: string };

/** A page in order of waiting time. The index provides the order, so nothing is sorted. */
export async function pageOf(
  db: DbOrTrx,
  { waiting, cells }: AnyQueue,
  { at, after }: { at: Date; after: Position | null },
): Promise<{ rows: Omit<QueueRow, 'actions'>[]; next: Position | null }> {
  const later = after
    ? sql`where since >= ${after.since}::timestamptz and (since, key) > (${after.since}::timestamptz, ${after.key})`
    : sql``;
  const { rows } = await sql<PersonRow>`
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

const nameOf = ({ userId, firstName, lastName, who }: PersonRow): string =>
  userId === null ? (who ?? 'No one yet') : maskedName({ firstName: firstName ?? '', lastName: lastName ?? '' });

/** The number of waiting rows, counted up to a maximum. */
export async function countOf(db: DbOrTrx, { waiting }: AnyQueue, at: Date): Promise<{ count: number; more: boolean }> {
  const counted = sql<{ count: number }>`
    select count(*)::int as count from (select from (${waiting(at)}) as waiting limit ${maxCounted + 1}) as counted`;
  const { rows } = await counted.execute(db);
  const count = rows[0]?.count ?? 0;
  return { count: Math.min(count, maxCounted), more: count > maxCounted };
}
