import { sql } from 'kysely';
import { refundOfFirstPayment } from '#contract/account/refund.ts';
import { divideRounded } from '#contract/fields/money.ts';
import type { DbOrTrx } from '../db/pool.ts';
import type { Row } from '../db/schema.ts';
import { type Dispute, disputesOf, isHeld, returnedCents } from './dispute-repository.ts';
import { type Refund, refundsOf } from './refund-repository.ts';

const orderColumns = ['id', 'purpose', 'totalCents', 'payForCoParent', 'settlementDeclinedAt'] as const;
/** `codes`: the amount in cents that codes paid, and how much of it has not been returned to them. */
type PaidOrder = Omit<Row<'orders', typeof orderColumns>, 'id'> & { codes: { paid: number; left: number } };

/** Where the money of an order is: the single source for every caller. It does not include what codes paid. */
export type OrderMoney = {
  /** False if the payment did not settle. */
  hasCome: boolean;
  /** The payer's bank holds it until it decides a dispute. */
  isHeld: boolean;
  /** It has arrived and no undecided dispute affects it: only such money may be built on. */
  isCertain: boolean;
  /** The part of it that the bank returned to the payer. */
  returnedCents: number;
  /** What is here and not promised as a refund. A failed refund stays promised, because retrying it sends its money. */
  leftCents: number;
  /** The payer's own part of `leftCents`: a bank returns that part first, while support refunds both parts equally. */
  ownLeftCents: number;
  /**
   * What can still be paid of a promised refund that was not sent; a refund of one person's part never exceeds what is
   * left of that part.
   */
  leftOfRefund: (refund: Pick<Refund, 'reason' | 'amountCents'>, left?: number) => number;
  /** What refunds and banks have left of `paidCents` (one person's part, codes included). */
  leftOfPart: (part: { paidCents: number; isPayers: boolean }) => number;
  /**
   * Whether one person's share of an order for two was already refunded: the co-parent already had an account
   * (`complete-sign-up.ts`), or the payer's own share was refunded. Codes then have that share back, even if the refund
   * of its money was withdrawn.
   */
  isShareReturned: boolean;
  refunds: readonly Refund[];
};

const sum = (amounts: readonly { amountCents: number }[]) =>
  amounts.reduce((total, { amountCents }) => total + amountCents, 0);

type Gone = { bySupport: number; returned: number; takenBack: number };
type Divided = { isForTwo: boolean; ownCents: number; isForOthers: boolean };

/**
 * What was refunded or returned of the payer's part and of the other part. Support refunds both equally; a bank returns
 * the payer's part first, but both parts of a professional's order equally. Whatever exceeds one part comes from the
 * other.
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

/**
 * Reasons of refunds of one part, possibly followed by one of the other part; a refund of both at once exceeds a part.
 */
const ofOnePart: readonly Refund['reason'][] = ['BY_PAYER', 'UNUSED'];

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
  const isOwnReturned = refunds.some(({ reason }) => reason === 'BY_PAYER');
  // A share that codes paid in full is returned without a refund.
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

/**
 * The money of several orders by order id. Their refunds and disputes do not change while the caller locks the orders.
 */
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

/** The money of one existing order. `exceptRefund`: a refund to leave out. */
export async function moneyOfOrder(
  db: DbOrTrx,
  orderId: string,
  { exceptRefund = '' }: { exceptRefund?: string } = {},
): Promise<OrderMoney> {
  const money = (await moneyOfOrders(db, [orderId], { exceptRefund })).get(orderId);
  if (!money) throw new Error('Order not found');
  return money;
}
