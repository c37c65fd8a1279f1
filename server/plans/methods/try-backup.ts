import { after, hours } from '../../clock.ts';
import { addressOf, readUser } from '../../identity/user-repository.ts';
import { isBeingCharged } from '../../payments/payment-attempt-repository.ts';
import { lockSubscription, readSubscription } from '../../subscriptions/subscription-repository.ts';
import { chargeRenewal, type RenewDependencies } from '../renew-subscription.ts';
import { enqueueBackupTry } from '../renewal-mails.ts';
import { withoutBackup } from './after-backup.ts';
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
  if (!('refused' in begun)) return;
  if (begun.refused !== 'PAYMENT_IN_PROGRESS') return tellOfDecline(dependencies, declined);
  // Another charge of it tells of its own outcome; that of a co-parent for whom it also pays is waited for.
  const isCharged = await isBeingCharged(db, { subjectId: subscription.id, purposes: ['RENEWAL', 'UPGRADE'] });
  if (!isCharged) await enqueueBackupTry(db, declined, after(at, hours(1)));
}

async function tellOfDecline(
  { db, clock }: RenewDependencies,
  { subscriptionId, attemptId }: DeclinedTry,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const current = await lockSubscription(trx, subscriptionId);
    if (!current || (await isBeingCharged(trx, { subjectId: subscriptionId, purposes: ['RENEWAL'] }))) return;
    await withoutBackup(trx, { current, attemptId, backupMethodId: null, at: clock.now() });
  });
}
