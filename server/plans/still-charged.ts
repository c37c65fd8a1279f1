import type { StillCharged } from '#contract/api/account.ts';
import { formatCents } from '#contract/fields/money.ts';
import type { Language } from '../db/schema.ts';
import { addressOf, readUser } from '../identity/user-repository.ts';
import { hasOpenDispute } from '../payments/dispute-repository.ts';
import { closingDayOf } from '../subscriptions/closing-payer.ts';
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
  const { db, clock } = dependencies;
  const at = clock.now();
  const [isDisputed, payer, closesOn, subscriptions] = await Promise.all([
    hasOpenDispute(db, payerUserId),
    readUser(db, payerUserId),
    closingDayOf(db, payerUserId),
    subscriptionsHeldOrPaidBy(db, payerUserId),
  ]);
  const renewing = subscriptions.filter(
    (one) =>
      !isDisputed &&
      one.id !== id &&
      one.payerUserId === payerUserId &&
      one.state === 'CURRENT' &&
      one.autoRenew &&
      one.declinedOn === null,
  );
  const dated = await Promise.all(
    renewing.map(async (subscription) => ({ subscription, date: await chargeDay(db, { subscription, at }) })),
  );
  const charged = dated.filter(({ date }) => closesOn === null || date < closesOn);
  return Promise.all(
    charged.map(async ({ subscription, date }) => {
      const { quote } = await renewalPrice(dependencies, { subscription, address: payer && addressOf(payer) });
      return {
        heldBy: await heldBy(db, { subscription, readerId: payerUserId, language }),
        amountFormatted: formatCents(quote.priced.total),
        date,
      };
    }),
  );
}
