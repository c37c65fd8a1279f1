import { type ExpressionBuilder, sql } from 'kysely';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import type { Database } from '../db/schema.ts';
import { type CodeUser, hasUsedUp } from './code-user.ts';
import { promotionsRun } from './promotions.ts';
import { type Referrer, referrerColumns } from './referrer.ts';

const isRunning = (at: Date) => (where: ExpressionBuilder<Database, 'referrers'>) =>
  where.and([
    where('active', '=', true),
    promotionsRun,
    where.or([where('validFrom', 'is', null), where('validFrom', '<=', at)]),
    where.or([where('validUntil', 'is', null), where('validUntil', '>', at)]),
    where.or([where('maxUses', 'is', null), where('uses', '<', where.ref('maxUses'))]),
    where.or([where('budgetCents', 'is', null), where('spentCents', '<', where.ref('budgetCents'))]),
  ]);

/**
 * The referrer with this key, while it is on, within its dates, and has uses and budget left; null for any other key.
 */
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

type ReferrerUse = { key: string; discountCents: number; user: CodeUser | null; at: Date };

/** Reserves one use of a running referrer for this person; false if none is left. The guard is in the update. */
export async function countReferrerUse(trx: Trx, { key, discountCents, user, at }: ReferrerUse): Promise<boolean> {
  const updated = await trx
    .updateTable('referrers')
    .set((eb) => ({ uses: eb('uses', '+', 1), spentCents: eb('spentCents', '+', discountCents) }))
    .where('key', '=', key)
    .where(isRunning(at))
    .where((where) =>
      where.or([
        where('budgetCents', 'is', null),
        where(where('spentCents', '+', discountCents), '<=', where.ref('budgetCents')),
      ]),
    )
    .returning('perPerson')
    .executeTakeFirst();
  return updated !== undefined && !(await hasUsedUp(trx, { of: 'referrerKey', key, ...updated, user }));
}

export async function returnReferrerUse(
  trx: Trx,
  { key, discountCents }: { key: string; discountCents: number },
): Promise<void> {
  await trx
    .updateTable('referrers')
    .set((eb) => ({ uses: eb('uses', '-', 1), spentCents: sql<number>`greatest(spent_cents - ${discountCents}, 0)` }))
    .where('key', '=', key)
    .execute();
}

/** Idempotent. */
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
