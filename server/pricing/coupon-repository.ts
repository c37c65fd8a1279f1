import { sql } from 'kysely';
import { normaliseCharacters } from '#contract/fields/typed-text.ts';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import { type CodeUser, hasUsedUp } from './code-user.ts';
import { type Coupon, couponColumns } from './coupon.ts';
import { promotionsRun } from './promotions.ts';
import { type LinkOffer, linkCoupon, type Referrer, withinBudgetOf } from './referrer.ts';
import { countReferrerUse, returnReferrerUse, runningReferrer } from './referrer-repository.ts';
import type { PricedCoupon } from './stored-quote.ts';

/**
 * A typed coupon; as ended while promotions are switched off. A referrer's coupon is valid only for visitors of that
 * referrer's link while it runs.
 */
export async function findCoupon(
  db: DbOrTrx,
  { code, referrer }: { code: string; referrer: Referrer | null },
): Promise<Coupon | null> {
  const row = await db
    .selectFrom('coupons')
    .select([...couponColumns, promotionsRun.as('runs')])
    .where(sql`upper(code)`, '=', normaliseCharacters(code).toUpperCase())
    .executeTakeFirst();
  if (!row || (row.referrerKey !== null && row.referrerKey !== referrer?.key)) return null;
  const { runs, ...coupon } = row;
  return withinBudgetOf(referrer, runs ? coupon : { ...coupon, endsAt: new Date(0) });
}

/** Coupons that apply automatically: those open to everyone, and those of a running referrer with its link's offer. */
export async function automaticCoupons(
  db: DbOrTrx,
  { offer, at }: { offer: LinkOffer; at: Date },
): Promise<{ referrer: Referrer | null; coupons: Coupon[] }> {
  const referrer = await runningReferrer(db, { key: offer.referrerKey, at });
  const found = await db
    .selectFrom('coupons')
    .select(couponColumns)
    .where('needsCode', '=', false)
    .where(promotionsRun)
    .where((where) =>
      where.or([where('referrerKey', 'is', null), ...(referrer ? [where('referrerKey', '=', referrer.key)] : [])]),
    )
    .orderBy('code')
    .execute();
  const coupons = found.map((coupon) => withinBudgetOf(referrer, coupon));
  const ofLink = referrer && linkCoupon(referrer, offer.percentage);
  return { referrer, coupons: ofLink ? [...coupons, ofLink] : coupons };
}

type ReserveParams = { coupon: PricedCoupon; attemptId: string; user: CodeUser | null; at: Date };

/**
 * Takes one use of a coupon, and of its referrer, for an attempt, if one is left. False if it was the last one, overall
 * or for this person: the guard is in the update, so a concurrent payment waits and then fails it.
 */
export async function reserveCoupon(
  trx: Trx,
  { coupon: { id, referrerKey, discountCents }, attemptId, user, at }: ReserveParams,
): Promise<boolean> {
  // A price that was agreed before: its use was reserved then.
  if (id === null && referrerKey === undefined) return true;
  if (id !== null && !(await countCouponUse(trx, { id, discountCents, user, at }))) return false;
  if (referrerKey !== undefined && !(await countReferrerUse(trx, { key: referrerKey, discountCents, user, at })))
    return false;
  await trx
    .insertInto('couponUses')
    .values({ couponId: id, referrerKey, attemptId, discountCents, state: 'RESERVED' })
    .execute();
  return true;
}

type CouponUse = { id: string; discountCents: number; user: CodeUser | null; at: Date };

async function countCouponUse(trx: Trx, { id, discountCents, user, at }: CouponUse): Promise<boolean> {
  const updated = await trx
    .updateTable('coupons')
    .set((eb) => ({ redemptions: eb('redemptions', '+', 1), spentCents: eb('spentCents', '+', discountCents) }))
    .where('id', '=', id)
    .where(promotionsRun)
    .where((where) =>
      where.and([
        where.or([where('endsAt', 'is', null), where('endsAt', '>', at)]),
        where.or([where('maxRedemptions', 'is', null), where('redemptions', '<', where.ref('maxRedemptions'))]),
        where.or([
          where('budgetCents', 'is', null),
          where(where('spentCents', '+', discountCents), '<=', where.ref('budgetCents')),
        ]),
      ]),
    )
    .returning('perPerson')
    .executeTakeFirst();
  return updated !== undefined && !(await hasUsedUp(trx, { of: 'couponId', key: id, ...updated, user }));
}

type UsageQuery = { coupon: Coupon; referrer: Referrer | null; user: CodeUser | null };

/** Whether a person has used a coupon, or its referrer's discounts, up to the per-person limit. */
export async function isUsedUpBy(db: DbOrTrx, { coupon: { id, perPerson, referrerKey }, referrer, user }: UsageQuery) {
  return (
    (id !== null && (await hasUsedUp(db, { of: 'couponId', key: id, perPerson, user }))) ||
    (referrer !== null && referrerKey !== null && (await hasUsedUp(db, { of: 'referrerKey', ...referrer, user })))
  );
}

/** Once the payment's outcome is known: `REDEEMED`, or `RELEASED`. Once only. */
export async function settleCoupon(
  trx: Trx,
  { attemptId, state }: { attemptId: string; state: 'REDEEMED' | 'RELEASED' },
): Promise<void> {
  const use = await trx
    .updateTable('couponUses')
    .set({ state })
    .where('attemptId', '=', attemptId)
    .where('state', '=', 'RESERVED')
    .returning(['couponId', 'referrerKey', 'discountCents'])
    .executeTakeFirst();
  if (!use || state === 'REDEEMED') return;
  const { couponId, referrerKey: key, discountCents } = use;
  // The coupon first, as when reserving: the opposite order could deadlock.
  if (couponId !== null) await returnCouponUse(trx, { id: couponId, discountCents });
  if (key !== null) await returnReferrerUse(trx, { key, discountCents });
}

async function returnCouponUse(
  trx: Trx,
  { id, discountCents }: Pick<CouponUse, 'id' | 'discountCents'>,
): Promise<void> {
  await trx
    .updateTable('coupons')
    .set((eb) => ({
      redemptions: eb('redemptions', '-', 1),
      // Uses from before budgets were counted added nothing.
      spentCents: sql<number>`greatest(spent_cents - ${discountCents}, 0)`,
    }))
    .where('id', '=', id)
    .execute();
}
