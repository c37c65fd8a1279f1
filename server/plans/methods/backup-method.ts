import type { Clock } from '../../clock.ts';
import { enqueue } from '../../db/job-queue.ts';
import type { Db, Trx } from '../../db/pool.ts';
import { readUser } from '../../identity/user-repository.ts';
import type { NewPaymentMethod } from '../../payments/order-repository.ts';
import {
  backupMethod,
  defaultMethod,
  lockMethods,
  type PaymentMethod,
} from '../../payments/payment-method-repository.ts';
import { retireMethod } from '../../payments/retire-method.ts';
import { agreeToBackup, storeBackupMethod } from '../../payments/store-backup-method.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import { lockPaidBy } from '../../subscriptions/subscription-repository.ts';
import { enqueueCustomerDeletion } from './delete-gateway-customer.ts';

type Dependencies = { db: Db; clock: Clock };

/**
 * Stores a backup method and tells its owner, as a security measure. Null if it is the default one, or if the account
 * was closed meanwhile, and is then deleted at the gateway.
 */
export async function saveBackupMethod(trx: Trx, params: NewPaymentMethod): Promise<PaymentMethod | null> {
  const { userId, at } = params;
  await lockPaidBy(trx, [userId]);
  const stored = await storeBackupMethod(trx, params);
  if (!stored) return null;
  if ((await readUser(trx, userId))?.status === 'CLOSED') {
    await retireMethod(trx, { id: stored.id, at });
    await enqueueCustomerDeletion(trx, { userId });
    return null;
  }
  const payload = { paymentMethodId: stored.id, replaced: false };
  await enqueue(trx, { name: 'send-payment-method-replaced', payload, key: `method-replaced:${stored.id}` });
  return stored;
}

/** The holder wants the backup charged if the default method is declined, or no longer. */
export async function changeBackup(
  { db, clock }: Dependencies,
  { userId, chargedWhenDeclined }: { userId: string; chargedWhenDeclined: boolean },
): Promise<{ chargedWhenDeclined: boolean } | Refusal<'NOT_FOUND'>> {
  const agreedAt = chargedWhenDeclined ? clock.now() : null;
  const changed = await db.transaction().execute(async (trx) => {
    await lockPaidBy(trx, [userId]);
    return agreeToBackup(trx, { userId, agreedAt });
  });
  return changed ? { chargedWhenDeclined } : refuse('NOT_FOUND');
}

/** Removes the backup; it is deleted at the gateway too. A charge that was sent before is not taken back. */
export async function removeBackup({ db, clock }: Dependencies, userId: string): Promise<{ removed: true }> {
  await db.transaction().execute(async (trx) => {
    // Waits for a charge that is being begun with it.
    await lockPaidBy(trx, [userId]);
    await lockMethods(trx, userId);
    const backup = await backupMethod(trx, userId);
    if (backup) await retireMethod(trx, { id: backup.id, at: clock.now() });
  });
  return { removed: true };
}

/** Only beside a default method: alone, a method is that one. */
export const mayHaveBackup = async (db: Db, userId: string): Promise<boolean> =>
  (await defaultMethod(db, userId)) !== null;
