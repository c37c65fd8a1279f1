import { sql } from 'kysely';
import { divideRounded } from '#contract/fields/money.ts';
import { refundOfFirstPayment } from '#contract/account/refund.ts';
import type { DbOrTrx } from '../db/pool.ts';
import type { Row } from '../db/schema.ts';
import { type Dispute, disputesOf, isHeld, returnedCents } from './dispute-repository.ts';
import { type Refund, refundsOf } from './refund-repository.ts';

const orderColumns = ['id', 'purpose', 'totalCents', 'payForCoParent', 'settlementDeclinedAt'] as const;
/** `codes`: what codes paid of it, in cents, and what of that has not been put back on them. */
type PaidOrder = Omit<Row<'orders', typeof orderColumns>, 'id'> & { codes: { paid: number; left: number } };

/** Where the money of an order is: the one answer, whoever asks. What codes had paid is no part of it. */
export type OrderMoney = {
  /** False if it was declined in settlement. */
  hasCome: boolean;
  /** The payer's bank holds it until it has decided. */
  isHeld: boolean;
  /** It has come and nobody can take it back without us: only such money is built upon. */
  isCertain: boolean;
  /** Of it, what the bank has given back. */
  returnedCents: number;
  /** What is here and promised to nobody. A failed refund stays promised: only trying it again sends its money. */
  leftCents: number;
  /** Of that, the payer's own part: a bank gives that back first, support what was paid for each alike. */
  ownLeftCents: number;
  /** What of a refund that was promised and not sent may still be: a part of two never more than is left of it. */
  leftOfRefund: (refund: Pick<Refund, 'reason' | 'amountCents'>, left?: number) => number;
  /** What refunds and banks have left of `paidCents`, codes included, of one person's part. */
  leftOfPart: (part: { paidCents: number; isPayers: boolean }) => number;
  /**
   * Whether one person's share of an order for two went back before: the co-parent had an account already
   * (`complete-sign-up.ts`), or the payer has taken theirs. Codes then hold that share again, also where the refund of
   * its money was withdrawn.
   */
  isShareReturned: boolean;
  refunds: readonly Refund[];
};

const sum = (amounts: readonly { amountCents: number }[]) =>
  amounts.reduce((total, { amountCents }) => total + amountCents, 0);

type Gone = { bySupport: number; returned: number; takenBack: number };
type Divided = { isForTwo: boolean; ownCents: number; isForOthers: boolean };

/**
 * What is gone of the payer's own part, and of the other's: support pays for each alike, a bank gives back the payer's
 * own first, but a professional's parts alike. What one part cannot bear has come from the other.
 */
function goneOfParts(
  { bySupport, returned, takenBack }: Gone,
  { isForTwo, ownCents, isForOthers }: Divided,
): { own: number; others: number } {
  const halfOf = (cents: number) => (isForTwo ? divideRounded(cents, 2) : cents);
  const alike = halfOf(bySupport) + (isForOthers ? halfOf(returned) : 0);
  const own = alike + (isForOthers ? 0 : returned) + takenBack;
  return { own, others: isForTwo ? alike + Math.max(0, own - ownCents) : own };
}

/** What gives one of two parts back, and then the other; of both at once more than a part. */
const ofOnePart: readonly Refund['reason'][] = ['FIRST_PAYMENT', 'UNUSED'];

function orderMoney(
  { purpose, totalCents, payForCoParent, settlementDeclinedAt, codes }: PaidOrder,
  {
    refunds,
    disputes,
    exceptRefund,
  }: { refunds: readonly Refund[]; disputes: readonly Dispute[]; exceptRefund: string },
): OrderMoney {
  const hasCome = settlementDeclinedAt === null;
  const returned = returnedCents(disputes, { totalCents });
  const promised = refunds.filter(({ id, state }) => state !== 'WITHDRAWN' && id !== exceptRefund);
  const sumOf = (...reasons: readonly Refund['reason'][]) =>
    sum(promised.filter(({ reason }) => reasons.includes(reason)));
  const isOwnReturned = refunds.some(({ reason }) => reason === 'FIRST_PAYMENT');
  // A share of which a code paid everything goes back without a refund.
  const isShareReturned =
    isOwnReturned ||
    (codes.left > 0 && codes.left < codes.paid) ||
    refunds.some(({ reason }) => reason === 'NOT_COMPLETED');
  const isForTwo = payForCoParent && (isOwnReturned || !isShareReturned);
  const { ownCents } = refundOfFirstPayment({ totalCents, forTwo: isForTwo });
  const takenBack = sumOf(...ofOnePart);
  const gone = goneOfParts(
    { bySupport: sumOf('BY_SUPPORT'), returned, takenBack },
    { isForTwo, ownCents, isForOthers: purpose === 'PROFESSIONAL_PLAN' },
  );
  const leftCents = hasCome ? Math.max(0, totalCents - sum(promised) - returned) : 0;
  const ownLeftCents = hasCome ? Math.min(leftCents, Math.max(0, ownCents - gone.own)) : 0;
  return {
    hasCome,
    isHeld: isHeld(disputes),
    isCertain: hasCome && !isHeld(disputes),
    returnedCents: returned,
    leftCents,
    ownLeftCents,
    leftOfRefund: ({ reason, amountCents }, left = leftCents) =>
      ofOnePart.includes(reason) && takenBack === 0 && amountCents <= ownCents ? Math.min(left, ownLeftCents) : left,
    leftOfPart: ({ paidCents, isPayers }) =>
      hasCome ? Math.max(0, paidCents - (isPayers ? gone.own : gone.others)) : 0,
    isShareReturned,
    refunds,
  };
}

function selectOrders(db: DbOrTrx, orderIds: readonly string[]) {
  return db
    .selectFrom('orders')
    .select(orderColumns)
    .select(
      sql<PaidOrder['codes']>`json_build_object(
        'paid', coalesce((quote -> 'priced' ->> 'paymentCodeTotal')::int, 0),
        'left', (select coalesce(sum(amount_cents), 0) from activation_code_uses
          where attempt_id = orders.attempt_id and state = 'REDEEMED'))`.as('codes'),
    )
    .where('id', 'in', orderIds);
}

/** The money of several orders, by their ids. Their refunds and disputes do not change while the caller locks them. */
export async function moneyOfOrders(
  db: DbOrTrx,
  orderIds: readonly string[],
  { exceptRefund = '' }: { exceptRefund?: string } = {},
): Promise<Map<string, OrderMoney>> {
  if (orderIds.length === 0) return new Map();
  const [orders, refunds, disputes] = await Promise.all([
    selectOrders(db, orderIds).execute(),
    refundsOf(db, orderIds),
    disputesOf(db, orderIds),
  ]);
  return new Map(
    orders.map((order) => {
      const ofOrder = ({ orderId }: { orderId: string | null }) => orderId === order.id;
      const moved = { refunds: refunds.filter(ofOrder), disputes: disputes.filter(ofOrder) };
      return [order.id, orderMoney(order, { ...moved, exceptRefund })];
    }),
  );
}

/** The money of one order that exists; `exceptRefund`: as if that one had not been promised. */
export async function moneyOfOrder(
  db: DbOrTrx,
  orderId: string,
  { exceptRefund = '' }: { exceptRefund?: string } = {},
): Promise<OrderMoney> {
  const money = (await moneyOfOrders(db, [orderId], { exceptRefund })).get(orderId);
  if (!money) throw new Error('Order not found');
  return money;
}
