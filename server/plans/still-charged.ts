import type { StillCharged } from '#contract/api/account.ts';
import { formatCents } from '#contract/fields/money.ts';
import { openDeletion } from '../closing/deletion-repository.ts';
import type { Language } from '../db/schema.ts';
import { addressOf, readUser } from '../identity/user-repository.ts';
import { hasOpenDispute } from '../payments/dispute-repository.ts';
import { type Subscription, subscriptionsHeldOrPaidBy } from '../subscriptions/subscription-repository.ts';
import { heldBy } from './plan-holder.ts';
import { type RenewDependencies, renewalPrice } from './renew-subscription.ts';
import { chargeDay } from './renewal-due.ts';

/**
 * The other renewals that a subscription's payer is still charged for, so that a payer who cancels one does not believe
 * that all are cancelled. Declined renewals have their own notice, and nothing is charged while a bank decides.
 */
export async function stillCharged(
  dependencies: RenewDependencies,
  {
    subscription: { id, payerUserId },
    language,
  }: { subscription: Pick<Subscription, 'id' | 'payerUserId'>; language: Language },
): Promise<StillCharged[]> {
  const { db } = dependencies;
  const [isDisputed, payer, closing, subscriptions] = await Promise.all([
    hasOpenDispute(db, payerUserId),
    readUser(db, payerUserId),
    openDeletion(db, payerUserId),
    subscriptionsHeldOrPaidBy(db, payerUserId),
  ]);
  const charged = subscriptions.filter(
    (one) =>
      !isDisputed &&
      one.id !== id &&
      one.payerUserId === payerUserId &&
      one.state === 'CURRENT' &&
      one.autoRenew &&
      one.declinedOn === null &&
      (closing === null || one.periodEnd < closing.closesOn),
  );
  return Promise.all(
    charged.map(async (subscription) => {
      const { quote } = await renewalPrice(dependencies, { subscription, address: payer && addressOf(payer) });
      return {
        heldBy: await heldBy(db, { subscription, readerId: payerUserId, language }),
        amountFormatted: formatCents(quote.priced.total),
        date: await chargeDay(db, { subscription, at: dependencies.clock.now() }),
      };
    }),
  );
}
