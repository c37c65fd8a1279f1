import { isExpiredOn } from '#contract/fields/card-expiry.ts';
import type { DbOrTrx } from '../../db/pool.ts';
import { hasOpenDispute } from '../../payments/dispute-repository.ts';
import { attemptByKey } from '../../payments/payment-attempt-repository.ts';
import { backupMethod, type PaymentMethod } from '../../payments/payment-method-repository.ts';
import { dueDay } from '../../subscriptions/calendar.ts';
import { areChargesSuspended } from '../../subscriptions/charge-suspensions.ts';
import { closesBy } from '../../subscriptions/closing-payer.ts';
import type { Subscription } from '../../subscriptions/subscription-repository.ts';

/** One key per due date: the backup is tried once, however often the default method is. */
export const backupTryKey = ({ periodEnd }: Pick<Subscription, 'periodEnd'>): string => `backup:${periodEnd}`;

export const isBackupTry = ({ idempotencyKey }: { idempotencyKey: string }): boolean =>
  idempotencyKey.startsWith('backup:');

/**
 * The method to charge once for a renewal that was declined; null if its payer does not want that, or if nothing may be
 * charged to them.
 */
export async function chargeableBackup(
  db: DbOrTrx,
  { subscription, at }: { subscription: Subscription; at: Date },
): Promise<PaymentMethod | null> {
  const { state, autoRenew, declinedOn, payerUserId: userId, timeZone } = subscription;
  if (state !== 'CURRENT' || !autoRenew || declinedOn === null) return null;
  const backup = await backupMethod(db, userId);
  const day = dueDay(at, timeZone);
  if (!backup || backup.backupAgreedAt === null || isExpiredOn(backup, day)) return null;
  if ((await areChargesSuspended(db)) || (await hasOpenDispute(db, userId))) return null;
  return (await closesBy(db, { userId, day })) ? null : backup;
}

/** Whether it is still to be tried for this due date. */
export async function mayTryBackup(
  db: DbOrTrx,
  { subscription, at }: { subscription: Subscription; at: Date },
): Promise<boolean> {
  if ((await chargeableBackup(db, { subscription, at })) === null) return false;
  const attempt = {
    purpose: 'RENEWAL',
    subjectId: subscription.id,
    idempotencyKey: backupTryKey(subscription),
  } as const;
  return (await attemptByKey(db, attempt)) === null;
}
