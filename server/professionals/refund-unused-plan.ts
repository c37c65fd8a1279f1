import { refundDays } from '#contract/account/refund.ts';
import type { readPlanRefund, refundPlan as refundRoute } from '#contract/api/professionals/plan-refunds.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { type Day, dayIn } from '#contract/fields/day.ts';
import { formatCents } from '#contract/fields/money.ts';
import type { Clock } from '../clock.ts';
import type { Db, DbOrTrx, Trx } from '../db/pool.ts';
import { endTokens } from '../identity/single-use-token.ts';
import { asInvited, type User } from '../identity/user-repository.ts';
import { correctInvite } from '../invites/waiting-invite.ts';
import { moneyOfOrders } from '../payments/order-money.ts';
import { lockOrders, type Order, readOrder } from '../payments/order-repository.ts';
import { requestRefund } from '../payments/refund-repository.ts';
import type { StoredQuote } from '../pricing/stored-quote.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { addDays } from '../subscriptions/calendar.ts';
import { readPeriod, refundPeriod } from '../subscriptions/period-repository.ts';
import { refunded } from '../subscriptions/subscription-life.ts';
import { changeSubscription, lockSubscription, type Subscription } from '../subscriptions/subscription-repository.ts';
import { inviteStage } from './case.ts';
import { familyOf, lockFamily, withPeople } from './case-repository.ts';

type Dependencies = { db: Db; clock: Clock };
type FamilyParams = { professionalId: string; familyId: string };
type Unused = { user: User; subscription: Subscription; orderId: string; paidCents: number };
/** An order, its refundable part, and the last day for it in the payer's time zone. */
type RefundPart = { order: Order<StoredQuote>; cents: number; until: Day; unused: Unused[] };
type RefundOffer = { parts: RefundPart[]; disputed: boolean };

/**
 * Plans that this professional paid for and nobody has used: their parents have not joined. How far a parent has come
 * does not count, because the professional must not learn it.
 */
async function unusedPlans(
  db: DbOrTrx,
  { professionalId, familyId, now }: FamilyParams & { now: Date },
): Promise<Unused[]> {
  const family = await familyOf(db, { professionalId, familyId });
  const [ownCase] = family ? await withPeople(db, [family]) : [];
  const unused: Unused[] = [];
  for (const { user, invite, subscription } of ownCase?.parents ?? []) {
    if (subscription?.payerUserId !== professionalId || inviteStage({ user, invite, now }) === 'JOINED') continue;
    const period = await readPeriod(db, subscription);
    if (period) unused.push({ user, subscription, orderId: period.orderId, paidCents: period.paidCents });
  }
  return unused;
}

async function offerOf(db: DbOrTrx, { unused, now }: { unused: readonly Unused[]; now: Date }): Promise<RefundOffer> {
  const byOrder = Map.groupBy(unused, ({ orderId }) => orderId);
  const ids = [...byOrder.keys()].toSorted();
  const money = await moneyOfOrders(db, ids);
  const parts: RefundPart[] = [];
  for (const id of ids) {
    const order = await readOrder<StoredQuote>(db, id);
    const left = money.get(id);
    if (order?.purpose !== 'PROFESSIONAL_PLAN' || !left) continue;
    const until = addDays(dayIn(order.createdAt, order.timeZone), refundDays);
    const own = byOrder.get(id) ?? [];
    const paid = own.reduce((sum, { paidCents }) => sum + left.leftOfPart({ paidCents, isPayers: false }), 0);
    const cents = Math.min(paid, left.leftCents);
    if (cents > 0 && dayIn(now, order.timeZone) <= until) parts.push({ order, cents, until, unused: own });
  }
  return { parts, disputed: [...money.values()].some(({ isHeld }) => isHeld) };
}

const sumOf = (parts: readonly RefundPart[]) => parts.reduce((sum, { cents }) => sum + cents, 0);

/** A professional's current refund for a family; null if there is none. */
export async function viewPlanRefund(
  { db, clock }: Dependencies,
  request: FamilyParams,
): Promise<AnswerOf<typeof readPlanRefund> | Refusal<'NOT_FOUND'>> {
  if (!(await familyOf(db, request))) return refuse('NOT_FOUND');
  const now = clock.now();
  const { parts, disputed } = await offerOf(db, { unused: await unusedPlans(db, { ...request, now }), now });
  const [first] = parts;
  if (!first || disputed) return { refund: null };
  const names = parts.flatMap(({ unused }) => unused.map(({ user }) => asInvited(user).firstName));
  const amount = sumOf(parts);
  // The first day on which a part is no longer refundable.
  const until = parts.map((part) => part.until).toSorted()[0] ?? first.until;
  return { refund: { amount, amountFormatted: formatCents(amount), until, names } };
}

/**
 * Refunds what was paid for parents who have not joined, and ends their plans: within 30 days, once. Joining locks the
 * parent as this does, so that a parent who joins concurrently keeps the plan or never had it.
 */
export async function refundUnusedPlan(
  { db, clock }: Dependencies,
  request: FamilyParams,
): Promise<AnswerOf<typeof refundRoute> | Refusal<'NOT_FOUND' | 'NOT_REFUNDABLE' | 'PAYMENT_DISPUTED'>> {
  return db.transaction().execute(async (trx) => {
    const now = clock.now();
    if (!(await lockFamily(trx, request))) return refuse('NOT_FOUND');
    await lockPlans(trx, await unusedPlans(trx, { ...request, now }));
    const unused = await unusedPlans(trx, { ...request, now });
    await lockOrders(trx, [...new Set(unused.map(({ orderId }) => orderId))]);
    const { parts, disputed } = await offerOf(trx, { unused, now });
    if (parts.length === 0) return refuse('NOT_REFUNDABLE');
    if (disputed) return refuse('PAYMENT_DISPUTED');
    for (const part of parts) await refundPart(trx, { part, at: now });
    const amount = sumOf(parts);
    return { amount, amountFormatted: formatCents(amount) };
  });
}

async function lockPlans(trx: Trx, unused: readonly Unused[]): Promise<void> {
  for (const id of unused.map(({ subscription }) => subscription.id).toSorted()) await lockSubscription(trx, id);
  const ids = unused.map(({ user }) => user.id);
  if (ids.length > 0)
    await trx.selectFrom('users').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute();
}

async function refundPart(
  trx: Trx,
  { part: { order, cents, unused }, at }: { part: RefundPart; at: Date },
): Promise<void> {
  for (const { user, subscription } of unused) {
    await refundPeriod(trx, subscription);
    await changeSubscription(trx, { current: subscription, change: { ...refunded, endedAt: at }, at });
    // The credentials link belonged to the refunded plan: the invite leads to choosing one of their own.
    await endTokens(trx, { userId: user.id, purpose: 'CREDENTIALS', at });
    await correctInvite(trx, { userId: user.id, at });
  }
  const { id: orderId, userId, transactionId } = order;
  if (transactionId !== null)
    await requestRefund(trx, { orderId, userId, transactionId, amountCents: cents, reason: 'UNUSED', at });
}
