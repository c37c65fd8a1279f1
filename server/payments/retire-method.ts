import { enqueue } from '../db/job-queue.ts';
import type { Trx } from '../db/pool.ts';
import { lockMethods } from './payment-method-repository.ts';

const unused = { isDefault: false, isBackup: false, backupAgreedAt: null } as const;

/** Stops charging a method; it is deleted at the gateway and here once no charge can need it. */
export async function retireMethod(trx: Trx, { id, at }: { id: string; at: Date }): Promise<void> {
  await trx
    .updateTable('paymentMethods')
    .set({ ...unused, replacedAt: at })
    .where('id', '=', id)
    .execute();
  await enqueueDeletion(trx, id);
}

/** Retires every method of a person except the default and the backup; `all` includes them. Returns their number. */
export async function retireMethods(
  trx: Trx,
  { userId, at, all = false }: { userId: string; at: Date; all?: boolean },
): Promise<number> {
  await lockMethods(trx, userId);
  const retired = await trx
    .updateTable('paymentMethods')
    .set({ ...unused, replacedAt: at })
    .where('userId', '=', userId)
    .$if(!all, (query) =>
      query.where('isDefault', '=', false).where('isBackup', '=', false).where('replacedAt', 'is', null),
    )
    .returning('id')
    .execute();
  for (const { id } of retired) await enqueueDeletion(trx, id);
  return retired.length;
}

function enqueueDeletion(trx: Trx, paymentMethodId: string): Promise<void> {
  return enqueue(trx, {
    name: 'delete-payment-method',
    payload: { paymentMethodId },
    key: `delete-method:${paymentMethodId}`,
  });
}
