import type { Package } from '../catalog/package-repository.ts';
import { fitsCountry } from '../catalog/pricing-group.ts';
import type { DbOrTrx } from '../db/pool.ts';
import { moneyOfOrders } from '../payments/order-money.ts';
import { readOrder } from '../payments/order-repository.ts';
import type { PricedOrder, StoredQuote } from '../pricing/stored-quote.ts';
import { readPeriod, upgradesInPeriod } from '../subscriptions/period-repository.ts';
import { netOf, type PaidPart, paidFrom } from '../subscriptions/proration.ts';
import type { Subscription } from '../subscriptions/subscription-repository.ts';

type PaidPlan = { subscription: Subscription; held: Package; country: string };

/**
 * What was paid for a plan's running period and not refunded, each part from its own day, as billed in `country`:
 * without added tax, and without the included tax of another country's price list.
 */
export async function paidParts(db: DbOrTrx, { subscription, held, country }: PaidPlan): Promise<PaidPart[]> {
  const [period, upgrades] = await Promise.all([readPeriod(db, subscription), upgradesInPeriod(db, subscription)]);
  const from = paidFrom({ ...subscription, years: held.years }, upgrades[0]?.upgradedOn);
  const payments = [
    ...(period ? [{ ...period, from }] : []),
    ...upgrades.map((upgrade) => ({ ...upgrade, from: upgrade.upgradedOn })),
  ];
  const money = await moneyOfOrders(
    db,
    payments.map(({ orderId }) => orderId),
  );
  const isAbroad = !fitsCountry(held.priceList, country);
  const paid = payments.map(async (payment) => {
    const order = await readOrder<StoredQuote>(db, payment.orderId);
    if (!order) return [];
    const isPayers = order.userId === subscription.userId;
    const leftCents = money.get(payment.orderId)?.leftOfPart({ paidCents: payment.paidCents, isPayers }) ?? 0;
    return [{ netCents: withoutTax(leftCents, order.quote.priced, { isAbroad }), from: payment.from }];
  });
  const imported = period ? [] : await importedNetCents(db, subscription);
  return [...imported.map((netCents) => ({ netCents, from })), ...(await Promise.all(paid)).flat()];
}

function withoutTax(
  cents: number,
  { subTotalAfterDiscount, taxAmount, includedTax }: PricedOrder,
  { isAbroad }: { isAbroad: boolean },
): number {
  const isInside = includedTax > 0;
  const whole = subTotalAfterDiscount + (isInside ? 0 : taxAmount);
  const tax = isInside && !isAbroad ? 0 : taxAmount;
  return netOf(cents, { netTotal: whole - tax, addedTax: tax });
}

/** What was paid to another system for the running term. */
async function importedNetCents(db: DbOrTrx, { id, periodStart }: Subscription): Promise<number[]> {
  const term = db.selectFrom('importedTerms').select('netCents').where('subscriptionId', '=', id);
  return (await term.where('periodStart', '=', periodStart).execute()).map(({ netCents }) => netCents);
}
