import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import { newId } from '../new-id.ts';
import type { Coupon } from './coupon.ts';

export async function findCoupon(db: DbOrTrx, code: string): Promise<Coupon | null> {
  const row = await db.selectFrom('coupons').selectAll().where(sql`upper(code)`, '=', code.trim().toUpperCase()).executeTakeFirst();
  return row ?? null;
}

/** Coupons that apply by themselves: open to everyone, or to whoever came by this referrer. */
export async function automaticCoupons(db: DbOrTrx, referrerKey: string | null): Promise<Coupon[]> {
  return db
    .selectFrom('coupons')
    .selectAll()
    .where('needsCode', '=', false)
    .where((where) =>
      where.or([where('referrerKey', 'is', null), ...(referrerKey === null ? [] : [where('referrerKey', '=', referrerKey)])]),
    )
    .orderBy('code')
    .execute();
}

/**
 * Takes one use of a coupon for an attempt, while there is one. False when the last was taken by somebody else:
 * two buyers at once cannot both get it, for the guard is in the update.
 */
export async function reserveCoupon(trx: Trx, use: { couponId: string; attemptId: string; discountCents: number }): Promise<boolean> {
  const taken = await trx
    .updateTable('coupons')
    .set((eb) => ({ redemptions: eb('redemptions', '+', 1) }))
    .where('id', '=', use.couponId)
    .where((where) => where.or([where('maxRedemptions', 'is', null), where('redemptions', '<', where.ref('maxRedemptions'))]))
    .returning('id')
    .executeTakeFirst();
  if (!taken) return false;
  await trx
    .insertInto('couponUses')
    .values({ ...use, state: 'RESERVED' })
    .execute();
  return true;
}

/** After the money is known to have moved (`REDEEMED`) or not (`RELEASED`: the use is given back). Once only. */
export async function settleCoupon(trx: Trx, { attemptId, state }: { attemptId: string; state: 'REDEEMED' | 'RELEASED' }): Promise<void> {
  const use = await trx
    .updateTable('couponUses')
    .set({ state })
    .where('attemptId', '=', attemptId)
    .where('state', '=', 'RESERVED')
    .returning('couponId')
    .executeTakeFirst();
  if (!use || state === 'REDEEMED') return;
  await trx
    .updateTable('coupons')
    .set((eb) => ({ redemptions: eb('redemptions', '-', 1) }))
    .where('id', '=', use.couponId)
    .execute();
}

/** The coupon behind a discount link: one use, made when the link's visitor registers. */
export async function createLinkCoupon(trx: Trx, link: { registrationId: string; percent: number; texts: Coupon['texts'] }): Promise<void> {
  await trx
    .insertInto('coupons')
    .values({
      id: newId(),
      code: `OFFER-${link.registrationId}`,
      kind: 'PERCENT',
      percent: link.percent,
      amountCents: null,
      referrerKey: `registration:${link.registrationId}`,
      needsCode: false,
      maxRedemptions: 1,
      texts: JSON.stringify(link.texts),
    })
    .onConflict((on) => on.doNothing())
    .execute();
}
