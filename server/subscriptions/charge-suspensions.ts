import type { DbOrTrx } from '../db/pool.ts';
import { dueDay } from './calendar.ts';
import type { Suspension } from './renewal-schedule.ts';

/** Operators suspend all automatic charges of everybody. `resumedAt` is null until they resume them. */
export type ChargeSuspension = { suspendedAt: Date; resumedAt: Date | null };

/** The latest one; null if charges were never suspended. */
export async function readSuspension(db: DbOrTrx): Promise<ChargeSuspension | null> {
  const latest = db.selectFrom('chargeSuspensions').select(['suspendedAt', 'resumedAt']).orderBy('suspendedAt', 'desc');
  return (await latest.limit(1).executeTakeFirst()) ?? null;
}

/** When charges were first suspended: what fell due then may wait until now, through several suspensions. */
export async function firstSuspendedAt(db: DbOrTrx): Promise<Date | null> {
  const first = db.selectFrom('chargeSuspensions').select('suspendedAt').orderBy('suspendedAt').limit(1);
  return (await first.executeTakeFirst())?.suspendedAt ?? null;
}

/** The latest one in the days of a payer's zone. */
export async function latestSuspension(
  db: DbOrTrx,
  { timeZone, at }: { timeZone: string; at: Date },
): Promise<Suspension | null> {
  const latest = await readSuspension(db);
  return latest && { isOpen: latest.resumedAt === null, until: dueDay(latest.resumedAt ?? at, timeZone) };
}

export const areChargesSuspended = async (db: DbOrTrx) => (await readSuspension(db))?.resumedAt === null;
