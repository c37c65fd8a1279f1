import type { TimelineEntry } from '#contract/api/staff/staff-people.ts';
import type { Db } from '../db/pool.ts';

export type Happened = {
  at: Date;
  what: string;
  detail: string;
  amountCents?: number;
  tone?: TimelineEntry['tone'];
};
/** One kind of timeline entries, backed by an index. */
export type Source = (db: Db, userId: string) => Promise<Happened[]>;

/** The maximum number of entries per kind. */
export const most = 200;

type Query<Row> = { limit: (most: number) => { execute: () => Promise<Row[]> } };

/** The entries of a query's rows. */
export const source =
  <Row>(query: (db: Db, userId: string) => Query<Row>, entryOf: (row: Row) => Happened): Source =>
  async (db, userId) =>
    (await query(db, userId).limit(most).execute()).map(entryOf);

export const parts = (...all: (string | null | false)[]) => all.filter(Boolean).join(' · ');
