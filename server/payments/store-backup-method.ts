import type { Trx } from '../db/pool.ts';
import { newId } from '../new-id.ts';
import type { NewPaymentMethod } from './order-repository.ts';
import { backupMethod, lockMethods, type PaymentMethod } from './payment-method-repository.ts';
import { retireMethod } from './retire-method.ts';

/**
 * Keeps a vaulted method beside the person's default one, in place of an earlier one. Nothing is charged to it until
 * they agree. Null without a token, or if it is the default one: a wallet account that is stored again keeps its token.
 */
export async function storeBackupMethod(
  trx: Trx,
  { userId, method, authentication = null, at }: NewPaymentMethod,
): Promise<PaymentMethod | null> {
  const { token } = method;
  if (token === null) return null;
  await lockMethods(trx, userId);
  const earlier = await backupMethod(trx, userId);
  if (earlier && earlier.token !== token) await retireMethod(trx, { id: earlier.id, at });
  const kept = { isDefault: false, isBackup: true, replacedAt: null, createdAt: at };
  const proof = authentication && JSON.stringify(authentication);
  await trx
    .insertInto('paymentMethods')
    .values({ ...method, ...kept, token, id: newId(at), userId, authentication: proof })
    .onConflict((on) =>
      on
        .column('token')
        .doUpdateSet({ ...kept, authentication: proof })
        .where('paymentMethods.isDefault', '=', false)
        .where('paymentMethods.userId', '=', userId),
    )
    .execute();
  const stored = await backupMethod(trx, userId);
  return stored?.token === token ? stored : null;
}

/** Has the backup charged from now on if the default method is declined, or no longer. False if there is none. */
export async function agreeToBackup(
  trx: Trx,
  { userId, agreedAt }: { userId: string; agreedAt: Date | null },
): Promise<boolean> {
  await lockMethods(trx, userId);
  const agreed = await trx
    .updateTable('paymentMethods')
    .set({ backupAgreedAt: agreedAt })
    .where('userId', '=', userId)
    .where('isBackup', '=', true)
    .returning('id')
    .executeTakeFirst();
  return agreed !== undefined;
}
