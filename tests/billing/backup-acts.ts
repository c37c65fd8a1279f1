import { readUser } from '#server/identity/user-repository.ts';
import { backupMethod } from '#server/payments/payment-method-repository.ts';
import { changeBackup, removeBackup } from '#server/plans/methods/backup-method.ts';
import { replacePaymentMethod } from '#server/plans/methods/replace-payment-method.ts';
import type { TestSite } from '../setup/site.ts';

/** Keeps a second card for declined renewals, or removes it. Returns its token; null if there is none. */
export async function backupActs(
  { jobDependencies: dependencies }: TestSite,
  { userId, keeps }: { userId: string; keeps: boolean },
): Promise<string | null> {
  const user = await readUser(dependencies.db, userId);
  if (!user) return null;
  if (keeps) {
    const body = { nonce: 'fake-valid-mastercard-nonce', as: 'BACKUP', cardHolderName: null } as const;
    await replacePaymentMethod(dependencies, { user, body, language: 'en' });
    await changeBackup(dependencies, { userId, chargedWhenDeclined: true });
  } else await removeBackup(dependencies, userId);
  return (await backupMethod(dependencies.db, userId))?.token ?? null;
}
