import type { ExpressionBuilder } from 'kysely';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import type { Database } from '../db/schema.ts';
import { promotionsRun } from './promotions.ts';
import { type Referrer, referrerColumns } from './referrer.ts';

const isRunning = (at: Date) => (where: ExpressionBuilder<Database, 'referrers'>) =>
  where.and([
    where('active', '=', true),
    promotionsRun,
    where.or([where('validFrom', 'is', null), where('validFrom', '<=', at)]),
    where.or([where('validUntil', 'is', null), where('validUntil', '>', at)]),
    where.or([where('maxUses', 'is', null), where('uses', '<', where.ref('maxUses'))]),
  ]);

/** The referrer of this key, while it is on, within its dates, and has uses left; null for any other key. */
export async function runningReferrer(
  db: DbOrTrx,
  { key, at }: { key: string | null; at: Date },
): Promise<Referrer | null> {
  if (key === null) return null;
  return (
    (await db
      .selectFrom('referrers')
      .select(referrerColumns)
      .where('key', '=', key)
      .where(isRunning(at))
      .executeTakeFirst()) ?? null
  );
}

/** Takes one use of a referrer while it runs and has one; false otherwise. The guard is in the update. */
export async function takeReferrerUse(trx: Trx, { key, at }: { key: string; at: Date }): Promise<boolean> {
  const taken = await trx
    .updateTable('referrers')
    .set((eb) => ({ uses: eb('uses', '+', 1) }))
    .where('key', '=', key)
    .where(isRunning(at))
    .returning('key')
    .executeTakeFirst();
  return taken !== undefined;
}

export async function returnReferrerUse(trx: Trx, key: string): Promise<void> {
  await trx
    .updateTable('referrers')
    .set((eb) => ({ uses: eb('uses', '-', 1) }))
    .where('key', '=', key)
    .execute();
}

/** Present after it, whatever was there before. */
export async function ensureReferrers(
  db: DbOrTrx,
  referrers: readonly Pick<Referrer, 'key' | 'highestPercent' | 'validUntil'>[],
): Promise<void> {
  await db
    .insertInto('referrers')
    .values([...referrers])
    .onConflict((on) => on.column('key').doNothing())
    .execute();
}
