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

export const parts = (...all: (string | null | false)[]) => all.filter(Boolean).join(' · ');
