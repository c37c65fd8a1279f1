import { refundDays } from '#contract/account/refund.ts';
import type {
  CodeBundle as CodeBundleView,
  refundCodes as refundRoute,
} from '#contract/api/professionals/code-bundles.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { type Day, dayIn } from '#contract/fields/day.ts';
import { formatCents } from '#contract/fields/money.ts';
import type { Clock } from '../clock.ts';
import type { Db, DbOrTrx } from '../db/pool.ts';
import { moneyOfOrder } from '../payments/order-money.ts';
import { lockOrders, type Order, readOrder } from '../payments/order-repository.ts';
import { requestRefund } from '../payments/refund-repository.ts';
import type { StoredQuote } from '../pricing/stored-quote.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { addDays } from '../subscriptions/calendar.ts';
import { refundOfCodes } from './code-bundle.ts';
import {
  type CodeBundle,
  codesOfBundles,
  type IssuedCode,
  lockBundle,
  withdrawUnusedCodes,
} from './code-bundle-repository.ts';

type BundleKey = { bundleId: string; professionalId: string };

/** The settled order: an unsettled one may have been paid again by another. */
async function orderOfBundle(db: DbOrTrx, bundleId: string): Promise<Order<StoredQuote> | null> {
  const paid = await db
    .selectFrom('paymentAttempts')
    .innerJoin('orders', 'orders.attemptId', 'paymentAttempts.id')
    .select('orders.id')
    .where('paymentAttempts.purpose', '=', 'CODE_BUNDLE')
    .where('paymentAttempts.subjectId', '=', bundleId)
    .where('orders.settlementDeclinedAt', 'is', null)
    .orderBy('orders.id')
    .executeTakeFirst();
  return paid ? readOrder<StoredQuote>(db, paid.id) : null;
}

type Refundable = { order: Order<StoredQuote>; left: number; until: Day; disputed: boolean };

/** A bundle's order that can still be refunded on this day; null if it cannot. */
async function refundable(db: DbOrTrx, { bundleId, now }: { bundleId: string; now: Date }): Promise<Refundable | null> {
  const order = await orderOfBundle(db, bundleId);
  if (!order) return null;
  const until = addDays(dayIn(order.createdAt, order.timeZone), refundDays);
  if (dayIn(now, order.timeZone) > until) return null;
  const { leftCents: left, isHeld: disputed } = await moneyOfOrder(db, order.id);
  return { order, left, until, disputed };
}

export const isUnused = ({ amountCents, remainingCents, revokedAt }: IssuedCode): boolean =>
  revokedAt === null && remainingCents === amountCents;

/** The current refund for the unused codes of a bundle; null if there is none. */
export async function codesRefund(
  db: DbOrTrx,
  { bundle, codes, now }: { bundle: CodeBundle; codes: readonly IssuedCode[]; now: Date },
): Promise<CodeBundleView['refund']> {
  const unused = codes.filter(isUnused).length;
  const found = unused === 0 ? null : await refundable(db, { bundleId: bundle.id, now });
  if (!found || found.disputed) return null;
  const before = codes.filter(({ refundedAt }) => refundedAt !== null).length;
  const amount = Math.min(refundOfCodes({ ...bundle, before, count: unused }), found.left);
  return amount === 0 ? null : { codes: unused, amount, amountFormatted: formatCents(amount), until: found.until };
}

/**
 * Refunds the price of the unused codes, which stop working: within 30 days. A concurrently used code is either used or
 * refunded, because both update its row.
 */
export async function refundUnusedCodes(
  { db, clock }: { db: Db; clock: Clock },
  request: BundleKey,
): Promise<AnswerOf<typeof refundRoute> | Refusal<'NOT_FOUND' | 'NOT_REFUNDABLE' | 'PAYMENT_DISPUTED'>> {
  return db.transaction().execute(async (trx) => {
    const now = clock.now();
    const bundle = await lockBundle(trx, request);
    if (!bundle) return refuse('NOT_FOUND');
    const order = await orderOfBundle(trx, bundle.id);
    if (order) await lockOrders(trx, [order.id]);
    const found = order && (await refundable(trx, { bundleId: bundle.id, now }));
    if (!found || found.order.transactionId === null || found.left === 0) return refuse('NOT_REFUNDABLE');
    if (found.disputed) return refuse('PAYMENT_DISPUTED');
    const before = (await codesOfBundles(trx, [bundle.id])).filter(({ refundedAt }) => refundedAt !== null).length;
    const codes = await withdrawUnusedCodes(trx, { bundleId: bundle.id, refunded: true, at: now });
    if (codes === 0) return refuse('NOT_REFUNDABLE');
    const amount = Math.min(refundOfCodes({ ...bundle, before, count: codes }), found.left);
    const { id: orderId, userId, transactionId } = found.order;
    await requestRefund(trx, { orderId, userId, transactionId, amountCents: amount, reason: 'UNUSED', at: now });
    return { codes, amount, amountFormatted: formatCents(amount) };
  });
}
