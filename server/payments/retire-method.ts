import { enqueue } from '../db/job-queue.ts';
import type { Trx } from '../db/pool.ts';

/** Stops charging a method; it is deleted at the gateway and here once no charge can need it. */
export async function retireMethod(trx: Trx, { id, at }: { id: string; at: Date }): Promise<void> {
  await trx.updateTable('paymentMethods').set({ isDefault: false, replacedAt: at }).where('id', '=', id).execute();
  await enqueue(trx, {
    name: 'delete-payment-method',
    payload: { paymentMethodId: id },
    key: `delete-method:${id}`,
  });
}
