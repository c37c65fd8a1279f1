import type { DbOrTrx } from '../db/pool.ts';
import { remainingOn } from '../pricing/activation-code-repository.ts';
import { divideOrder } from '../pricing/divide-order.ts';
import { priceAfterTax, withoutGivenCodes } from '../pricing/price-order.ts';
import type { PricedOrder, StoredQuote } from '../pricing/stored-quote.ts';
import { yearsBetween } from '../subscriptions/calendar.ts';
import type { Subscription } from '../subscriptions/subscription-repository.ts';
import { unpaidTerm } from '../subscriptions/unpaid-terms.ts';
import { type TaxedAddress, taxedPrice } from './price-choice.ts';
import type { RenewalQuote } from './quote-renewal.ts';
import { type TaxAgainDependencies, taxAgain } from './tax-again.ts';

type UnpaidTermParams = {
  subscription: Pick<Subscription, 'id' | 'userId' | 'payerUserId' | 'periodEnd'>;
  /** The billing address; null if unknown. */
  address: TaxedAddress | null;
};

/**
 * A term whose payment did not settle, at the agreed price, with this person's part of the purchase. Null if there is
 * none, or if the payer never agreed to that price.
 */
export async function quoteUnpaidTerm(
  { db, ...dependencies }: TaxAgainDependencies & { db: DbOrTrx },
  { subscription, address }: UnpaidTermParams,
): Promise<RenewalQuote | null> {
  const term = await unpaidTerm(db, subscription);
  if (!term || term.packageId === null || term.userId !== subscription.payerUserId) return null;
  const { periodStart, periodEnd, packageId, services } = term;
  const part = divideOrder(term.quote as StoredQuote, { isPayers: subscription.userId === term.userId });
  const agreed = address === null ? part : await taxAgain(dependencies, { quote: part, address });
  return {
    quote: {
      ...agreed,
      priced: await withCurrentBalances({ db, ...dependencies }, { priced: agreed.priced, address }),
    },
    period: { periodStart, periodEnd },
    packageId,
    productId: term.productId as RenewalQuote['productId'],
    services,
    years: yearsBetween(periodStart, periodEnd) === 2 ? 2 : 1,
  };
}

/** The amount that codes paid was returned to them and may have been spent since, so it is due in money. */
async function withCurrentBalances(
  { db, ...dependencies }: TaxAgainDependencies & { db: DbOrTrx },
  { priced, address }: { priced: PricedOrder; address: TaxedAddress | null },
): Promise<PricedOrder> {
  if (priced.codes.length === 0) return priced;
  const remaining = await remainingOn(
    db,
    priced.codes.map(({ id }) => id),
  );
  const codes = priced.codes.map(({ amountCents, worthCents: _, ...code }) => {
    return { ...code, remainingCents: Math.min(amountCents, remaining.get(code.id) ?? 0) };
  });
  return codes.some(({ given }) => given)
    ? taxedPrice(dependencies, { before: withoutGivenCodes(priced), codes, address })
    : priceAfterTax({ before: priced, given: [], paying: codes }, priced);
}
