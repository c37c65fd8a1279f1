import { type Day, dayIn } from '#contract/fields/day.ts';
import { formatCents } from '#contract/fields/money.ts';
import { firstVersion } from '../catalog/price-version.ts';
import type { TaxedAddress } from '../checkout/price-choice.ts';
import { quoteRenewal, type RenewalQuote } from '../checkout/quote-renewal.ts';
import type { DbOrTrx } from '../db/pool.ts';
import type { StoredQuote } from '../pricing/stored-quote.ts';
import { addDays } from '../subscriptions/calendar.ts';
import { endsOn } from '../subscriptions/subscription-life.ts';
import type { Subscription } from '../subscriptions/subscription-repository.ts';
import { unpaidTerm } from '../subscriptions/unpaid-terms.ts';
import { keptPriceDays, lastPaymentOf } from './last-payment.ts';
import { atMostAnnounced, type RenewalPriceDependencies } from './renew-subscription.ts';

/** The last of those days; null if it did not lapse: a refund returned what was paid at that price. */
export function keptPriceUntil(subscription: Parameters<typeof endsOn>[0]): Day | null {
  return subscription.state === 'LAPSED' ? addDays(endsOn(subscription), keptPriceDays) : null;
}

type RestartPriceParams = { subscription: Subscription; address: TaxedAddress | null; today: Day };

/** A year from today of an ended plan, at the list's price. */
function atListPrice(
  dependencies: RenewalPriceDependencies,
  { subscription, address, today, version = null }: RestartPriceParams & { version?: number | null },
): Promise<RenewalQuote> {
  const plan = { ...subscription, anchorDate: today, periodEnd: today };
  return quoteRenewal(dependencies, { plan, address, grandfatheredVersion: version });
}

/** The price version of the last payment, or of one that did not settle: it could be made again at its price. */
async function lastVersion(db: DbOrTrx, subscription: Subscription): Promise<number | null> {
  const paid = await lastPaymentOf(db, subscription);
  const unpaid = paid === null ? await unpaidTerm(db, subscription) : null;
  return unpaid
    ? ((unpaid.quote as StoredQuote).priced.package.priceVersion ?? firstVersion)
    : (paid?.priceVersion ?? null);
}

/** What a year from today costs: soon after a lapse, what the missed renewal would have, if that is less. */
export async function restartPrice(
  dependencies: RenewalPriceDependencies,
  params: RestartPriceParams,
): Promise<RenewalQuote> {
  const { subscription, today } = params;
  const until = keptPriceUntil(subscription);
  if (until === null || today > until) return atListPrice(dependencies, params);
  const version = await lastVersion(dependencies.db, subscription);
  return atMostAnnounced(dependencies.db, {
    subscription,
    today: await atListPrice(dependencies, { ...params, version }),
  });
}

/** `listFormatted`: what it costs after `until`, by today's list. */
type KeptPrice = { amountFormatted: string; listFormatted: string; until: Day };

/** What a holder saves by beginning again in time; null if nothing. */
export async function keptPrice(
  dependencies: RenewalPriceDependencies,
  { subscription, address, timeZone }: Omit<RestartPriceParams, 'today'> & { timeZone: string | null },
): Promise<KeptPrice | null> {
  const params = { subscription, address, today: dayIn(dependencies.clock.now(), timeZone ?? 'UTC') };
  const until = keptPriceUntil(subscription);
  if (until === null || params.today > until) return null;
  const [kept, list] = await Promise.all([restartPrice(dependencies, params), atListPrice(dependencies, params)]);
  const [cents, listCents] = [kept.quote.priced.total, list.quote.priced.total];
  return cents < listCents
    ? { amountFormatted: formatCents(cents), listFormatted: formatCents(listCents), until }
    : null;
}
