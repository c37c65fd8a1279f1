import { sql } from 'kysely';
import type { Db } from './pool.ts';

/**
 * Event tables with a partition per month, created in advance and dropped as a whole after the retention time. A
 * partition's key covers its month only, so uniqueness also requires a search in other months.
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

/** Adds the partitions of this month and the next, and moves rows into them that arrived before they existed. */
export async function addMonths(db: Db, at: Date): Promise<void> {
  for (const table of monthlyTables)
    await db.transaction().execute(async (trx) => {
      // Two transactions that have read the default partition would deadlock on its lock.
      await sql`select pg_advisory_xact_lock(hashtext(${table}))`.execute(trx);
      await sql`select add_months(${table}, ${at})`.execute(trx);
    });
}

/**
 * Drops the partitions of months that began before `before`, and returns their number. Throws if the table stays locked
 * for over two seconds.
 */
export async function dropMonths(db: Db, { table, before }: { table: MonthlyTable; before: Date }): Promise<number> {
  const { rows } = await sql<{ dropped: number }>`select drop_months(${table}, ${before}) as dropped`.execute(db);
  return rows[0]?.dropped ?? 0;
}
