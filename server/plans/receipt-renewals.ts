import type { Paid } from '#contract/api/payments.ts';
import { formatCents } from '#contract/fields/money.ts';
import { addressOf, type User } from '../identity/user-repository.ts';
import type { PaidTerm } from '../subscriptions/paid-terms.ts';
import { currentSubscription } from '../subscriptions/subscription-repository.ts';
import { type RenewalPriceDependencies, renewalPrice } from './renew-subscription.ts';
import { chargeDay } from './renewal-due.ts';

type Renewals = Paid['receipt']['renewals'];
type ReceiptParams = { terms: readonly PaidTerm[]; renewals: Renewals; payer: User };

/** A receipt's renewals at today's price: since the payment the plan may have been upgraded, or another chosen. */
export async function renewalsNow(
  dependencies: RenewalPriceDependencies,
  { terms, renewals, payer }: ReceiptParams,
): Promise<Renewals> {
  const { db, clock } = dependencies;
  const renewing = terms.filter(({ renews, until }) => renews && until !== null);
  const current = renewals.map(async (renewal, index) => {
    const holderId = renewing[index]?.userId;
    const subscription = holderId === undefined ? null : await currentSubscription(db, holderId);
    if (subscription?.payerUserId !== payer.id) return renewal;
    const { quote, years } = await renewalPrice(dependencies, { subscription, address: addressOf(payer) });
    const amount = quote.priced.total;
    const isWaiting = subscription.declinedOn !== null;
    return {
      ...renewal,
      amount,
      amountFormatted: formatCents(amount),
      date: isWaiting ? renewal.date : await chargeDay(db, { subscription, at: clock.now() }),
      ...(years === 2 && { yearlyFormatted: formatCents(quote.renewal.amountCents) }),
    };
  });
  return Promise.all(current);
}
