import { sql } from 'kysely';
import type { Db } from './pool.ts';

/**
 * Tables of events, each month a partition of its own: made ahead, and dropped whole once it was kept long enough.
 * What is to be there once is looked for by its key in every month; the key of a partition holds for that month alone.
 */
export const monthlyTables = [
  'analytics_events',
  'experiment_exposures',
  'sent_mails',
  'sent_texts',
  'gateway_notifications',
  'outbound_events',
] as const;
export type MonthlyTable = (typeof monthlyTables)[number];

/** The month of this instant and the next; what came for a month that nobody had made moves into it. */
export async function addMonths(db: Db, at: Date): Promise<void> {
  for (const table of monthlyTables)
    await db.transaction().execute(async (trx) => {
      // Two who have looked at the rest would each wait for the other to let go of it.
      await sql`select pg_advisory_xact_lock(hashtext(${table}))`.execute(trx);
      await sql`select add_months(${table}, ${at})`.execute(trx);
    });
}

/** Drops the months that began before; how many. Throws where somebody holds the table for longer than two seconds. */
export async function dropMonths(db: Db, { table, before }: { table: MonthlyTable; before: Date }): Promise<number> {
  const { rows } = await sql<{ dropped: number }>`select drop_months(${table}, ${before}) as dropped`.execute(db);
  return rows[0]?.dropped ?? 0;
}
