import { sql } from 'kysely';
import { divideRounded } from '#contract/money.ts';
import { refundOfFirstPayment } from '#contract/refund.ts';
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
  /** What refunds that changed no plan, and banks, have left of `paidCents`, codes included, of one person's part. */
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

function orderMoney(
  { purpose, totalCents, payForCoParent, settlementDeclinedAt, codes }: PaidOrder,
  { refunds, disputes }: { refunds: readonly Refund[]; disputes: readonly Dispute[] },
): OrderMoney {
  const hasCome = settlementDeclinedAt === null;
  const returned = returnedCents(disputes, { totalCents });
  const promised = refunds.filter(({ state }) => state !== 'WITHDRAWN');
  const bySupport = sum(promised.filter(({ reason }) => reason === 'BY_SUPPORT'));
  // A share of which a code paid everything goes back without a refund.
  const isShareReturned =
    (codes.left > 0 && codes.left < codes.paid) ||
    refunds.some(({ reason }) => reason === 'NOT_COMPLETED' || reason === 'FIRST_PAYMENT');
  const isForTwo = payForCoParent && !isShareReturned;
  const halfOf = (cents: number) => (isForTwo ? divideRounded(cents, 2) : cents);
  const each = halfOf(bySupport);
  const { ownCents } = refundOfFirstPayment({ totalCents, forTwo: isForTwo });
  const byBankOf = (isPayers: boolean) => {
    if (!isForTwo || purpose === 'PROFESSIONAL_PLAN') return halfOf(returned);
    return isPayers ? returned : Math.max(0, returned - ownCents);
  };
  const leftCents = hasCome ? Math.max(0, totalCents - sum(promised) - returned) : 0;
  return {
    hasCome,
    isHeld: isHeld(disputes),
    isCertain: hasCome && !isHeld(disputes),
    returnedCents: returned,
    leftCents,
    ownLeftCents: hasCome ? Math.min(leftCents, Math.max(0, ownCents - each - returned)) : 0,
    leftOfPart: ({ paidCents, isPayers }) => (hasCome ? Math.max(0, paidCents - each - byBankOf(isPayers)) : 0),
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
      const counted = refunds.filter((refund) => refund.id !== exceptRefund && ofOrder(refund));
      const moved = { refunds: counted, disputes: disputes.filter(ofOrder) };
      return [order.id, orderMoney(order, moved)];
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
