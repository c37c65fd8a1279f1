import { isExpiredOn } from '#contract/fields/card-expiry.ts';
import type { Day } from '#contract/fields/day.ts';
import type { DbOrTrx } from '../../db/pool.ts';
import { hasOpenDispute } from '../../payments/dispute-repository.ts';
import { attemptByKey } from '../../payments/payment-attempt-repository.ts';
import { backupMethod, defaultMethod, type PaymentMethod } from '../../payments/payment-method-repository.ts';
import { addDays, dueDay } from '../../subscriptions/calendar.ts';
import { areChargesSuspended } from '../../subscriptions/charge-suspensions.ts';
import { closesBy } from '../../subscriptions/closing-payer.ts';
import { type Declined, isUsableAt } from '../../subscriptions/subscription-life.ts';
import type { Subscription } from '../../subscriptions/subscription-repository.ts';
import { unpaidTerm } from '../../subscriptions/unpaid-terms.ts';

/** One key per due date: the backup is tried once, however often the default method is. */
export const backupTryKey = ({ periodEnd }: Pick<Subscription, 'periodEnd'>): string => `backup:${periodEnd}`;

export const isBackupTry = ({ idempotencyKey }: { idempotencyKey: string }): boolean =>
  idempotencyKey.startsWith('backup:');

const unpaused = { paused: false, suspension: null };

/** Whether the default method is charged today, whatever was declined before. */
export const isDueAgain = ({ retryOn }: Pick<Subscription, 'retryOn'>, day: Day): boolean =>
  retryOn !== null && retryOn <= day;

/**
 * The method to charge once for a renewal that was declined; null if its payer does not want that, or if nothing may be
 * charged to them.
 */
export async function chargeableBackup(
  db: DbOrTrx,
  { subscription, at }: { subscription: Subscription; at: Date },
): Promise<PaymentMethod | null> {
  const { autoRenew, declinedOn, payerUserId: userId, timeZone } = subscription;
  // After its last day a charge would surprise its payer.
  if (!autoRenew || declinedOn === null || !isUsableAt(subscription, { at, ...unpaused })) return null;
  const backup = await backupMethod(db, userId);
  const day = dueDay(at, timeZone);
  if (!backup || backup.backupAgreedAt === null || isExpiredOn(backup, day)) return null;
  // Another default method was stored since, and is charged first.
  if (isDueAgain(subscription, day) && (await defaultMethod(db, userId))) return null;
  // They agreed to renewals, not to what did not settle.
  if (await unpaidTerm(db, subscription)) return null;
  if ((await areChargesSuspended(db)) || (await hasOpenDispute(db, userId))) return null;
  return (await closesBy(db, { userIds: [userId, subscription.userId], day })) ? null : backup;
}

/** Whether it is still to be tried for this due date. */
async function mayTryBackup(
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

/** What a decline changes. The last one ends the plan only once a backup was tried that has been turned on since. */
export async function afterDeclineWith(
  db: DbOrTrx,
  { current, next, at }: { current: Subscription; next: Declined; at: Date },
): Promise<Declined & { triesBackup: boolean }> {
  const { ends, ...dunning } = next;
  const spared = ends ? { ...dunning, retryOn: addDays(dueDay(at, current.timeZone), 1) } : dunning;
  const triesBackup = await mayTryBackup(db, { subscription: { ...current, ...spared }, at });
  return triesBackup ? { ...spared, ends: false, triesBackup } : { ...next, triesBackup };
}
