import { addressOf, readUser } from '../../identity/user-repository.ts';
import { defaultMethod } from '../../payments/payment-method-repository.ts';
import { readSubscription } from '../../subscriptions/subscription-repository.ts';
import { chargeRenewal, type RenewDependencies } from '../renew-subscription.ts';
import { enqueueDeclinedMail } from '../renewal-mails.ts';
import { backupTryKey, chargeableBackup } from './backup-try.ts';

export type DeclinedTry = { subscriptionId: string; attemptId: string | null };

/**
 * Charges a declined renewal to its payer's backup method, once per due date. If it may not be charged any more, the
 * payer is told of the decline, which waited for this.
 */
export async function tryBackup(dependencies: RenewDependencies, declined: DeclinedTry): Promise<void> {
  const { db, clock } = dependencies;
  const subscription = await readSubscription(db, declined.subscriptionId);
  if (!subscription) return;
  const at = clock.now();
  const [payer, method] = [
    await readUser(db, subscription.payerUserId),
    await chargeableBackup(db, { subscription, at }),
  ];
  const address = payer && addressOf(payer);
  if (!payer || !address || !method) return tellOfDecline(dependencies, declined);
  const key = backupTryKey(subscription);
  const begun = await chargeRenewal(dependencies, { subscription, payer, address, method, key });
  // Another charge in progress tells of its own outcome.
  if ('refused' in begun && begun.refused !== 'PAYMENT_IN_PROGRESS') await tellOfDecline(dependencies, declined);
}

async function tellOfDecline({ db }: RenewDependencies, { subscriptionId, attemptId }: DeclinedTry): Promise<void> {
  const subscription = await readSubscription(db, subscriptionId);
  if (!subscription) return;
  const method = await defaultMethod(db, subscription.payerUserId);
  await db.transaction().execute((trx) =>
    enqueueDeclinedMail(trx, {
      subscriptionId,
      attemptId,
      paymentMethodId: method?.id ?? null,
      nextTryOn: subscription.retryOn,
      isPostponed: false,
      backupMethodId: null,
    }),
  );
}
