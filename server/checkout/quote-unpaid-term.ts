import type { DbOrTrx } from '../db/pool.ts';
import { remainingOn } from '../pricing/activation-code-repository.ts';
import { divideOrder } from '../pricing/divide-order.ts';
import { priceAfterTax } from '../pricing/price-order.ts';
import type { PricedOrder, StoredQuote } from '../pricing/stored-quote.ts';
import { yearsBetween } from '../subscriptions/calendar.ts';
import type { Subscription } from '../subscriptions/subscription-repository.ts';
import { unpaidTerm } from '../subscriptions/unpaid-terms.ts';
import type { RenewalQuote } from './quote-renewal.ts';

/**
 * A term whose money never came, at the price its payer had agreed to, with what was bought for this one of two people.
 * Null where there is no such term, and for a payer who had not agreed to it.
 */
export async function quoteUnpaidTerm(
  db: DbOrTrx,
  subscription: Pick<Subscription, 'id' | 'userId' | 'payerUserId' | 'periodEnd'>,
): Promise<RenewalQuote | null> {
  const term = await unpaidTerm(db, subscription);
  if (!term || term.packageId === null || term.userId !== subscription.payerUserId) return null;
  const { periodStart, periodEnd, packageId, services } = term;
  const agreed = divideOrder(term.quote as StoredQuote, { isPayers: subscription.userId === term.userId });
  return {
    quote: { ...agreed, priced: await withCurrentCodeBalances(db, agreed.priced) },
    period: { periodStart, periodEnd },
    packageId,
    productId: term.productId as RenewalQuote['productId'],
    services,
    years: yearsBetween(periodStart, periodEnd) === 2 ? 2 : 1,
  };
}

/** What codes had paid was put back on them, and may have been spent since. Their worth is an amount by now. */
async function withCurrentCodeBalances(db: DbOrTrx, priced: PricedOrder): Promise<PricedOrder> {
  if (priced.codes.length === 0) return priced;
  const remaining = await remainingOn(
    db,
    priced.codes.map(({ id }) => id),
  );
  const codes = priced.codes.map(({ id, masked, typed, amountCents }) => {
    return { id, masked, typed, remainingCents: Math.min(amountCents, remaining.get(id) ?? 0) };
  });
  return priceAfterTax(priced, { taxes: priced.taxes, codes });
}
