import { refundDays } from '#contract/account/refund.ts';
import { type Day, dayIn } from '#contract/fields/day.ts';
import type { Order } from '../../payments/order-repository.ts';
import type { StoredQuote } from '../../pricing/stored-quote.ts';
import { addDays } from '../../subscriptions/calendar.ts';
import { renewalRefundDays } from './renewal-refund-days.ts';

type PaidOrder = Order<StoredQuote>;
/** `until`: the last day on which its payer can have it refunded, in their time zone at the payment. */
type Refundable = { orders: PaidOrder[]; first: PaidOrder; until: Day };

export const beginsPlan = (kind: PaidOrder['kind']): boolean => kind === 'SIGN_UP' || kind === 'INVITE';

/** The first payment of a subscription, or what was paid in its place; undefined if it did not begin with one. */
export function firstPayment<O extends Pick<PaidOrder, 'id' | 'kind'>>(
  all: readonly O[],
  hasCome: (orderId: string) => boolean,
): O | undefined {
  return all[0] && beginsPlan(all[0].kind) ? all.find(({ id }) => hasCome(id)) : undefined;
}

/**
 * The payments of one subscription that are refunded together, in the order of `all`: the first one with all after
 * it, or the latest renewal with the upgrades of its term. A payment that did not settle counts as its replacement.
 */
export function refundableOrders(
  all: readonly PaidOrder[],
  { hasCome, at }: { hasCome: (orderId: string) => boolean; at: Date },
): Refundable | null {
  const come = all.filter(({ id }) => hasCome(id));
  const latest = come.slice(come.findLastIndex(({ kind }) => kind !== 'UPGRADE'));
  // What codes paid alone may have been paid long before its term.
  const isRenewal = latest[0]?.kind === 'RENEWAL' && latest[0].totalCents > 0;
  const rows = [
    { orders: firstPayment(all, hasCome) ? come : [], days: () => refundDays },
    { orders: isRenewal ? latest : [], days: ({ country }: PaidOrder) => renewalRefundDays(country) },
  ];
  for (const { orders, days } of rows) {
    const [first] = orders;
    const until = first && addDays(dayIn(first.createdAt, first.timeZone), days(first));
    if (first && until && dayIn(at, first.timeZone) <= until) return { orders, first, until };
  }
  return null;
}
