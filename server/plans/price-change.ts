import { formatCents } from '#contract/fields/money.ts';
import type { DbOrTrx } from '../db/pool.ts';
import type { PriceChange } from '../mail-templates/templates/renewal-reminder.ts';
import { readOrder } from '../payments/order-repository.ts';
import { divideOrder } from '../pricing/divide-order.ts';
import type { PricedOrder, StoredQuote } from '../pricing/stored-quote.ts';
import { yearsBetween } from '../subscriptions/calendar.ts';
import { readPeriod, upgradesInPeriod } from '../subscriptions/period-repository.ts';
import type { Subscription } from '../subscriptions/subscription-repository.ts';

type Priced = { priced: PricedOrder; years: number };
type Reason = PriceChange['because'][number];

/**
 * How and why a renewal's price differs from what its payer paid for the running term; null if it does not, or if
 * somebody else paid for that term.
 */
export async function renewalPriceChange(
  db: DbOrTrx,
  { subscription, quote, years }: { subscription: Subscription; quote: StoredQuote; years: 1 | 2 },
): Promise<PriceChange | null> {
  const { userId, payerUserId, periodStart, periodEnd } = subscription;
  const period = await readPeriod(db, subscription);
  const order = period && (await readOrder<StoredQuote>(db, period.orderId));
  if (order?.userId !== payerUserId) return null;
  const { priced } = divideOrder(order.quote, { isPayers: userId === payerUserId });
  const upgrades = await upgradesInPeriod(db, subscription);
  const paidCents = upgrades.reduce((sum, upgrade) => sum + upgrade.paidCents, priced.total);
  if (paidCents === quote.priced.total) return null;
  const last = { priced, years: yearsBetween(periodStart, periodEnd) };
  const own = divideOrder(quote, { isPayers: true }).priced;
  const forBoth: Reason[] = quote.priced.payForCoParent ? ['CO_PARENT'] : [];
  const because = [...forBoth, ...reasons(last, { priced: own, years })];
  const before = formatCents(paidCents);
  return upgrades.length === 0
    ? { before, because, paidBy: 'ONE_PAYMENT' }
    : { before, because: ['UPGRADE', ...because.filter((reason) => reason !== 'PLAN')], paidBy: 'SEVERAL' };
}

const boughtIn = ({ package: { id }, options }: PricedOrder) =>
  JSON.stringify([id, options.map(({ name }) => name).toSorted()]);

/** The prices of two terms are compared only if they bought the same. */
function reasons(last: Priced, next: Priced): Reason[] {
  const discount: Reason[] = last.priced.coupon || last.priced.codes.length > 0 ? ['DISCOUNT'] : [];
  if (last.years !== next.years) return [last.years > next.years ? 'SHORTER_TERM' : 'LONGER_TERM', ...discount];
  if (boughtIn(last.priced) !== boughtIn(next.priced)) return ['PLAN', ...discount];
  return [
    ...discount,
    ...(last.priced.selectedPackageTotal === next.priced.selectedPackageTotal ? [] : ['PRICE' as const]),
    ...(taxRates(last.priced) === taxRates(next.priced) ? [] : ['TAX' as const]),
  ];
}

const taxRates = ({ taxes, package: { includedTaxName = null, includedTaxCents } }: PricedOrder) =>
  JSON.stringify([
    taxes.map(({ name, region, rate }) => [name, region, rate]),
    includedTaxCents > 0 && includedTaxName,
  ]);
